// What a player cannot read on the page of a table as it stands, as a list of sentences; empty where nothing is.
(() => {
  const found = [];
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 1 && !element.closest(".unseen, .brief .comes, [hidden]");
  const said = (element) => (element.textContent || "").trim().slice(0, 40);
  const places = ["#top", "#players", "#question", "#ground", "#own"].flatMap((place) => [...document.querySelectorAll(`${place} *`)]);
  const words = (node) => [...node.data.matchAll(/[\p{L}\p{N}’'*°]+/gu)].map((match) => [match[0], match.index]);
  for (const element of places.filter(seen)) {
    const style = getComputedStyle(element);
    const hidden = [style.overflowX, style.overflowY].some((each) => each === "hidden" || each === "clip");
    const cut = hidden && (element.scrollHeight > element.clientHeight + 3 || element.scrollWidth > element.clientWidth + 3);
    const unfolds = element.matches(".answers") && document.querySelector(".handle")?.checkVisibility(); // they have room when they are unfolded
    if (cut && !unfolds && said(element) && !element.closest("svg:not(.picture)")) found.push(`"${said(element)}" is cut (${element.className?.baseVal ?? element.className})`);
    if (element.matches(".scroll:not(:has(> table))") && element.scrollWidth > element.clientWidth + 1) found.push(`"${said(element)}" is wider than its place`);
    for (const node of [...element.childNodes].filter((each) => each.nodeType === 3)) {
      for (const [word, at] of words(node)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        if (new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size > 1) found.push(`"${word}" is broken`);
      }
    }
    const card = element.closest(".small, .face, .back");
    if (card && card !== element && box(element).bottom > box(card).bottom + 1) found.push(`"${said(element)}" leaves its card`);
    const person = element.closest(".person");
    if (person && box(element).right > box(person).right + 1) found.push(`"${said(element)}" leaves the strip of its player`);
  }
  for (const panel of document.querySelectorAll("#ground .panel")) {
    if (box(panel).right > box(document.querySelector("#table")).right + 1) found.push(`"${said(panel)}" leaves the table`);
  }
  return [...new Set(found)];
})()
