// Answers whatever is asked, by things on the table and by buttons, until the game is over, the screen is handed over, or so many answers were given.
async ([seed, most]) => {
  let chance = seed;
  const below = (size) => { chance = (chance * 1103515245 + 12345) % 2147483648; return Math.floor((chance / 2147483648) * size); };
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const now = () => document.getElementById("question").textContent + document.getElementById("story").textContent;
  const bar = parent.document.getElementById("bar");
  for (let answers = 0, idle = 0; ;) {
    if (document.getElementById("result")) return { over: true, answers };
    if (!bar.hidden) return { hands: true, answers };
    if (answers >= most) return { answers };
    if (!document.querySelector("#question .turn")) {
      idle += 1;
      if (idle > 3000) return { stuck: now(), answers };
      await pause(20);
      continue;
    }
    idle = 0;
    const before = now();
    const things = [...document.querySelectorAll("#board .glows")];
    const buttons = [...document.querySelectorAll("#question .options button")];
    const all = things.length && (below(2) || !buttons.length) ? things : buttons;
    all[below(all.length)].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    for (let waits = 0; now() === before && !document.getElementById("result"); waits += 1) {
      if (waits > 60) break; // a thing that only shows more, or answers in a moment
      await pause(10 + waits);
    }
    answers += 1;
  }
}
