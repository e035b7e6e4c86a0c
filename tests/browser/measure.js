// What a page of a table measures, and what is wrong with it: see `survey.py`.
(() => {
  const box = (element) => element.getBoundingClientRect();
  const seen = (element) => element.checkVisibility() && box(element).width > 0;
  const [wide, high] = [innerWidth, innerHeight];
  const page = document.documentElement;
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
  const places = {};
  for (const thing of document.querySelectorAll("#board [data-identity]")) {
    const { left, top } = box(thing);
    places[thing.dataset.identity] ??= [Math.round(left), Math.round(top)];
  }
  const wrong = [];
  if (page.scrollWidth > page.clientWidth) wrong.push(`the page is ${page.scrollWidth} wide on a screen of ${page.clientWidth}`);
  if (wide >= 900 && page.scrollHeight > page.clientHeight) wrong.push(`the page is ${page.scrollHeight} high on a screen of ${page.clientHeight}`);
  return { table: Math.round((100 * area(table)) / (wide * high)), sizes: [...sizes].sort(), wrong, things: Object.keys(places).length };
})()
