// What is wrong with how a picture of a scene is laid out, as a list of sentences; empty where nothing is.
(() => {
  const found = [];
  const svg = document.querySelector("svg.scene");
  const box = (element) => element.getBoundingClientRect();
  const said = (element) => (element.textContent || "").trim().slice(0, 30);
  const out = (inner, outer, room) =>
    inner.left < outer.left - room || inner.right > outer.right + room || inner.top < outer.top - room || inner.bottom > outer.bottom + room;
  const over = (one, other, room) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > room &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > room;
  const whole = box(svg);
  const panels = [...svg.querySelectorAll(".panel")].map((panel) => [panel, box(panel.querySelector(":scope > .panel-box"))]);
  panels.forEach(([panel, where], place) => {
    if (out(where, whole, 1)) found.push(`panel ${panel.dataset.panel} leaves the picture`);
    for (const [other, there] of panels.slice(place + 1)) {
      if (over(where, there, 1)) found.push(`panels ${panel.dataset.panel} and ${other.dataset.panel} overlap`);
    }
    const texts = [...panel.querySelectorAll("text")].map((text) => [text, box(text)]);
    for (const [text, there] of texts) {
      if (out(there, where, 1)) found.push(`"${said(text)}" leaves panel ${panel.dataset.panel}`);
      const holder = text.closest(".thing");
      const frame = holder?.querySelector(":scope > .card-box, :scope > .cell");
      if (frame && frame.tagName !== "circle" && !text.hasAttribute("data-below") && out(there, box(frame), 1.5))
        found.push(`"${said(text)}" leaves ${holder.dataset.identity}`);
    }
    texts.forEach(([text, there], at) => {
      for (const [other, elsewhere] of texts.slice(at + 1)) {
        if (over(there, elsewhere, 2.5)) found.push(`"${said(text)}" and "${said(other)}" overlap in ${panel.dataset.panel}`);
      }
    });
    const cards = [...panel.querySelectorAll(".thing")].filter((each) => each.querySelector(":scope > rect.card-box"));
    const frames = cards.map((card) => [card, box(card.querySelector(":scope > .card-box"))]);
    frames.forEach(([card, there], at) => {
      if (out(there, where, 1)) found.push(`${card.dataset.identity} leaves panel ${panel.dataset.panel}`);
      for (const [other, elsewhere] of frames.slice(at + 1)) {
        if (!card.contains(other) && !other.contains(card) && over(there, elsewhere, 1))
          found.push(`${card.dataset.identity} and ${other.dataset.identity} overlap`);
      }
    });
  });
  return found;
})()
