// What happened, shown again move by move. Any key or click ends it.

import { el, setting } from "./dom.js";
import { byId, page, request } from "./page.js";
import { light, linked } from "./story.js";

const WHOLE = 12000; // milliseconds that all of it takes at most
const [FASTEST, SLOWEST] = [500, 1300]; // milliseconds a move

/** `draw(frame, still)` shows the table as it was, or is now without a frame; `still`: without motion. `lines()`: of the story. */
export class Replay {
  constructor(draw, lines) {
    Object.assign(this, { draw, lines, timer: 0, left: null });
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => this.end(), true);
  }

  /** Show what happened after a move. */
  async from(after) {
    const frames = await this.ask(after);
    if (!frames.length) return;
    this.end();
    const pace = Math.max(FASTEST, Math.min(SLOWEST, WHOLE / frames.length));
    const [first, ...later] = frames;
    this.left = [...later, null];
    this.draw(first, true);
    const next = () => {
      if (!this.left.length) return this.end();
      const frame = this.left.shift();
      this.draw(frame);
      this.say(frame ? frame.step : this.step());
      this.timer = setTimeout(next, pace);
      return undefined;
    };
    this.timer = setTimeout(next, FASTEST);
  }

  /** The tables after a move and those that followed it. */
  async ask(after) {
    const last = this.lines().at(-1);
    const told = await request(`replay?after=${after}`);
    return told && this.lines().at(-1) === last ? told.frames : []; // of what is no longer so nothing is shown
  }

  /** Go back to now. */
  end() {
    clearTimeout(this.timer);
    if (!this.left) return;
    if (this.left.length) this.draw(null, true);
    this.left = null;
    this.say(null);
  }

  /** Light the line of a move; on a phone it stands above the table. */
  say(step) {
    const at = step === null ? -1 : this.lines().findIndex((each) => step <= each.step);
    byId("caption").replaceChildren(...(at < 0 ? [] : [el("p", {}, linked(this.lines()[at].text))]));
    light(at);
  }

  /** The last move that was told of. */
  step() {
    return this.lines().at(-1)?.step ?? -1;
  }

  /** What others did since this table was seen last: the last move before that; null where there is nothing. */
  missed() {
    const seen = setting.get(this.key());
    return seen !== null && this.lines().some(({ step, seat }) => step > seen && seat !== page.view.seat) ? Number(seen) : null;
  }

  /** All that is told was seen. */
  remember() {
    if (!document.hidden) setting.set(this.key(), this.step());
  }

  key() {
    return `seen.${page.name}.${page.view.whose}`;
  }
}
