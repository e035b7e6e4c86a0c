// What is wrong with how a report is laid out, as a list of sentences; empty where nothing is.
(() => {
  const found = [];
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility() && box(element).width > 0;
  const said = (element) => (element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 40);
  const over = (one, other, room) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > room &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > room;
  const out = (inner, outer, room) =>
    inner.left < outer.left - room || inner.right > outer.right + room || inner.top < outer.top - room || inner.bottom > outer.bottom + room;
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide on a screen of ${page.clientWidth}`);
  const main = box(document.querySelector("main"));
  const blocks = [...document.querySelectorAll("h1, h2, h3, p, li, dt, dd, figcaption, summary, .plot, .scroll")].filter(seen);
  const boxes = blocks.map((block) => [block, box(block)]);
  boxes.forEach(([block, there], place) => {
    if (!block.parentElement.closest(".scroll") && (there.left < main.left - 1 || there.right > main.right + 1)) found.push(`"${said(block)}" leaves the page`);
    if (block.scrollWidth > block.clientWidth + 1 && !block.matches(".scroll, .plot")) found.push(`"${said(block)}" is cut`);
    for (const [other, elsewhere] of boxes.slice(place + 1))
      if (!block.contains(other) && over(there, elsewhere, 1)) found.push(`"${said(block)}" and "${said(other)}" overlap`);
  });
  const plots = [...document.querySelectorAll(".plot")].filter(seen);
  if (!plots.length) found.push("there is no plot");
  for (const plot of plots) {
    const whole = box(plot);
    const marks = [...plot.querySelectorAll(".mark")].map(box);
    if (!marks.some((mark) => mark.width > 0 || mark.height > 0)) found.push(`"${said(plot)}" has no marks`);
    if (marks.some((mark) => out(mark, whole, 2))) found.push(`a mark leaves "${plot.getAttribute("aria-label").slice(0, 40)}"`);
    const texts = [...plot.querySelectorAll("text")].filter((text) => text.textContent).map((text) => [text, box(text)]);
    texts.forEach(([text, there], place) => {
      if (out(there, whole, 1)) found.push(`"${said(text)}" leaves its plot`);
      for (const [other, elsewhere] of texts.slice(place + 1))
        if (over(there, elsewhere, 2)) found.push(`"${said(text)}" and "${said(other)}" overlap`);
    });
  }
  return found;
})()
