// What a page of a table measures, and what is wrong with how it is laid out: see `survey.py`.
(() => {
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 0;
  const [wide, high] = [innerWidth, innerHeight];
  const page = document.documentElement;
  const phone = wide < 900;
  const meet = (one, other) => Math.min(Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const area = (element) => {
    const { left, right, top, bottom } = box(element);
    return Math.max(0, Math.min(right, wide) - Math.max(left, 0)) * Math.max(0, Math.min(bottom, high) - Math.max(top, 0));
  };
  const table = document.querySelector("#table") || document.querySelector("#board");
  const sizes = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (own && seen(element) && !element.closest("svg, foreignObject")) sizes.add(getComputedStyle(element).fontSize);
  }
  sizes.delete("0px"); // a sign stands for these words on a phone
  const wrong = [];
  if (sizes.size > 5) wrong.push(`${sizes.size} sizes of type: ${[...sizes].sort()}`);
  if (page.scrollWidth > page.clientWidth) wrong.push(`the page is ${page.scrollWidth} wide on a screen of ${page.clientWidth}`);
  if (page.scrollHeight > page.clientHeight) wrong.push(`the page is ${page.scrollHeight} high on a screen of ${page.clientHeight}`);
  const share = Math.round((100 * area(table)) / (wide * high));
  if (share < 50) wrong.push(`the table has ${share} % of the screen`);

  // -- panels: how full they are, and what leaves them
  const DRAWN = ".face, .small, .back, .free, .die, .chip, .tile, .token, .square, svg";
  /** What lies on a mat has its rim around it. */
  const inMat = (each, { left, top, right, bottom }) => {
    const mat = each.parentElement.closest(".mat");
    const [edge, rim] = [mat && box(mat), 20];
    return mat ? { left: Math.max(edge.left, left - rim), top: Math.max(edge.top, top - rim), right: Math.min(edge.right, right + rim), bottom: Math.min(edge.bottom, bottom + rim) } : { left, top, right, bottom };
  };
  const leaves = (panel) => {
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const found = [...panel.querySelectorAll(DRAWN)].filter((each) => seen(each) && !each.matches(".behind, svg svg")).map((each) => [each, box(each)]);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (!node.data.trim() || !seen(node.parentElement) || node.parentElement.closest(".unseen, .face, svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      found.push([node.parentElement, range.getBoundingClientRect()]);
    }
    return found.map(([each, there]) => [each, there, inMat(each, there)]);
  };
  const said = (element) => (element.dataset?.name || element.getAttribute?.("aria-label") || element.textContent || element.className).trim().slice(0, 30);
  const panels = [...document.querySelectorAll("#ground .panel")].filter(seen);
  const full = {};
  for (const [at, panel] of panels.entries()) {
    const title = said(panel.querySelector("h2"));
    const inside = leaves(panel);
    const edge = box(panel);
    const style = getComputedStyle(panel);
    const zoom = Number(document.querySelector("#ground").style.zoom) || 1;
    const [left, top] = [Math.min(...inside.map(([, , each]) => each.left)), Math.min(...inside.map(([, , each]) => each.top))];
    const [right, bottom] = [Math.max(...inside.map(([, , each]) => each.right)), Math.max(...inside.map(([, , each]) => each.bottom))];
    const pad = (side) => parseFloat(style[`padding-${side}`]) * zoom;
    const across = phone ? 1 : (right - left) / (edge.width - pad("left") - pad("right")); // on a phone each panel is as wide as the screen
    const part = (across * (bottom - top)) / (edge.height - pad("top") - pad("bottom"));
    full[title] = Math.round(100 * part);
    if (part < 0.5) wrong.push(`panel "${title}" is ${full[title]} % full`);
    for (const [each, there] of inside) {
      if (each.closest(".scroll")) continue;
      if (there.left < edge.left - 1 || there.right > edge.right + 1 || there.top < edge.top - 1 || there.bottom > edge.bottom + 1) wrong.push(`"${said(each)}" leaves panel "${title}"`);
    }
    for (const other of panels.slice(at + 1)) if (meet(edge, box(other)) > 1) wrong.push(`panels "${title}" and "${said(other.querySelector("h2"))}" overlap`);
    const solid = [...panel.querySelectorAll(".face, .small, .back, .free, .die, .chip, .mat, .square")].filter((each) => seen(each) && !each.closest(".lies-fan, .deck"));
    for (const [place, each] of solid.entries()) {
      for (const other of solid.slice(place + 1)) if (!each.contains(other) && !other.contains(each) && meet(box(each), box(other)) > 1) wrong.push(`"${said(each)}" and "${said(other)}" overlap`);
    }
  }

  // -- boards: on a phone as wide as the screen, and nothing above what can be chosen
  const boards = [...document.querySelectorAll("#ground .panel:has(.board.wide)")].filter(seen);
  if (phone) for (const panel of boards) if (box(panel).width < 0.95 * wide) wrong.push(`the board of "${said(panel.querySelector("h2"))}" is ${Math.round(box(panel).width)} wide on a screen of ${wide}`);
  const room = box(table);
  for (const place of document.querySelectorAll("#ground .glows:not(.line)")) {
    const { left, top, width, height } = box(place);
    if (left < room.left || top < room.top || left + width > room.right || top + height > room.bottom) continue;
    const hit = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].some(([x, y]) => document.elementFromPoint(left + width * x, top + height * y)?.closest(".glows") === place);
    if (!hit) wrong.push(`"${said(place)}" is covered`);
  }
  return { table: share, sizes: [...sizes].sort(), wrong, full };
})()
