// How the page of a table is laid out: its regions and panels, in pixels of the window, and what is wrong with it.
(() => {
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  const at = (selector) => {
    const found = document.querySelector(selector);
    return found?.checkVisibility() ? box(found) : null;
  };
  const [page, wrong] = [document.documentElement, []];
  if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide in a window of ${innerWidth}`);
  if (page.scrollHeight > innerHeight) wrong.push(`the page is ${page.scrollHeight} high in a window of ${innerHeight}`);
  const names = ["#top", "#question", "#table", "#tray", "#players", "#story"];
  const regions = Object.fromEntries(names.map((name) => [name, at(name)]));
  const shown = names.filter((name) => regions[name]);
  for (const [place, name] of shown.entries()) {
    const [x, y, wide, high] = regions[name];
    if (x < 0 || y < 0 || x + wide > innerWidth + 1 || y + high > innerHeight + 1) wrong.push(`${name} leaves the window`);
    for (const other of shown.slice(place + 1)) {
      const [ox, oy, owide, ohigh] = regions[other];
      if (Math.min(x + wide, ox + owide) - Math.max(x, ox) > 1 && Math.min(y + high, oy + ohigh) - Math.max(y, oy) > 1) wrong.push(`${name} and ${other} overlap`);
    }
  }
  const panels = Object.fromEntries([...document.querySelectorAll("#board .panel")].map((panel) => [panel.getAttribute("aria-labelledby") || panel.id, box(panel)]));
  const [, , wide, high] = box(document.querySelector("#board"));
  const small = [...document.querySelectorAll("button, summary")].filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43 && !each.matches(".to, .handle") && !each.closest("#board")).map((each) => each.textContent);
  return { wrong, regions, panels, share: (wide * high) / (innerWidth * innerHeight), small };
})()
