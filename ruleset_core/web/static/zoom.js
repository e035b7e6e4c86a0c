// How large the table is: as fits or as somebody wants; and how it is moved.

import { fitTexts } from "./cards.js";
import { freeRoom, keepRoom, slotsHold } from "./layout.js";

const [LEAST, MOST, MOST_NARROW] = [0.55, 2, 1.4]; // by itself
const [SMALLEST, LARGEST] = [0.4, 3]; // by hand
const SCROLLED = 0.8; // where not all is seen at once
const STEP = 0.1; // of the search
const CALM = 1.12; // a table that could be larger by less stays as it is

/** The largest zoom up to `most` that fits, or null. All are tried: what wraps may fit only where it is larger. */
function search(most, fits) {
  let found = most;
  while (!fits(found)) {
    if (found <= LEAST) return null;
    found = Math.max(LEAST, found - STEP);
  }
  for (let more = STEP / 2; found < most && more > 0.02; more /= 2) if (fits(found + more)) found += more;
  return found;
}

/** The same where it was `before`: that stays or becomes smaller, unless it could be much larger. */
function again(before, most, fits, free) {
  if (before && (before * CALM > most || !fits(before * CALM))) {
    if (fits(before)) return before;
    free?.();
    return search(before - STEP / 2, fits);
  }
  return search(most, fits);
}

const across = (region) => region.scrollWidth <= region.clientWidth + 1;
const down = (region) => region.scrollHeight <= region.clientHeight + 1;

/** Show an element so large; its style sheet knows, for what must not become smaller. */
function scaleBy(element, zoom) {
  element.style.zoom = zoom;
  element.style.setProperty("--zoom", zoom);
}

/** `region` scrolls, `ground` lies in it; so do `tray` and what lies there, never larger than usual. */
export class Zoom {
  constructor(region, ground, tray) {
    Object.assign(this, { region, ground, tray, mine: tray.firstElementChild, board: tray.parentElement, now: 1, own: false, fitted: "", narrow: matchMedia("(max-width: 899px)") });
    new ResizeObserver(() => this.fit()).observe(this.board);
    region.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    region.addEventListener("pointerdown", (event) => this.drag(event));
    region.addEventListener("touchstart", (event) => this.pinch(event), { passive: true });
  }

  /** Fit again where room or content changed. */
  fit() {
    const { board, ground, mine, region } = this;
    if (!board.clientHeight || !ground.firstChild) return;
    const room = `${innerWidth} ${innerHeight}`;
    const state = () => [room, board.clientHeight, region.clientHeight, this.own, ground.scrollWidth, ground.scrollHeight, mine.scrollWidth, mine.scrollHeight].join();
    if (state() === this.fitted) return;
    const before = this.now;
    const known = this.room === room;
    const { scrollTop } = region;
    board.classList.add("measured"); // without bars, which need room, and what stands below the table after the end
    if (!known) {
      freeRoom();
      Object.assign(this, { scrolls: false, at: null });
      this.most = this.boardsFirst(this.narrow.matches ? MOST_NARROW : MOST);
    }
    this.small = Math.max(SCROLLED, again(known && this.small, 1, (zoom) => this.trayFits(zoom)) ?? 0);
    scaleBy(mine, this.small);
    if (this.own) this.set(before);
    else this.large(known && before);
    board.classList.remove("measured");
    region.scrollTop = scrollTop;
    keepRoom(ground);
    this.pin();
    if (!known || this.now !== before) fitTexts(board, true);
    this.room = room;
    this.fitted = state();
  }

  /** As large as fits, or where not all is seen at once as is readable. */
  large(before) {
    const fits = (zoom) => this.fits(zoom);
    let best = again(before, this.most, fits, freeRoom);
    if (!this.scrolls && (best === null || (this.narrow.matches && best < 1))) {
      freeRoom();
      Object.assign(this, { scrolls: true, most: this.narrow.matches ? 1 : SCROLLED });
      best = search(this.most, fits);
    }
    this.set(best ?? LEAST);
  }

  /** The table stays where it lay in the window, as long as it fits there. */
  pin() {
    if (this.own) return;
    const { ground, region } = this;
    const [room, lies] = [region, ground].map((each) => each.getBoundingClientRect());
    const pad = parseFloat(getComputedStyle(region).paddingLeft);
    this.at ??= [lies.left, lies.top];
    const [left, top] = ["left", "top"].map((side, axis) => Math.max(0, Math.min(this.at[axis] - room[side], 2 * (lies[side] - room[side]) - pad) - pad) / this.now);
    ground.style.margin = `${top}px auto auto ${left}px`;
  }

  /** The most zoom of a table with boards: where they are larger beside smaller words, the one at which they are largest. */
  boardsFirst(most) {
    const boards = [...this.ground.querySelectorAll(".board.wide .picture")];
    const least = this.narrow.matches || this.region.clientWidth > 800 ? 1 : SCROLLED;
    let [best, widest] = [most, 0];
    for (let zoom = most; boards.length && zoom > least - STEP / 2; zoom -= STEP) {
      const wide = this.fits(zoom) ? boards.reduce((sum, each) => sum + each.getBoundingClientRect().width, 0) : 0;
      if (wide > widest * 1.03) [best, widest] = [widest ? zoom : most, wide];
    }
    return best;
  }

  /** Whether the whole table is seen so large. */
  fits(zoom) {
    this.set(zoom);
    return across(this.region) && (this.scrolls || down(this.region)) && (this.narrow.matches || slotsHold());
  }

  trayFits(zoom) {
    scaleBy(this.mine, zoom);
    return (this.narrow.matches || across(this.tray)) && down(this.tray);
  }

  set(zoom) {
    this.now = zoom;
    this.ground.style.margin = "";
    Object.assign(this.ground.style, this.own ? { width: `${this.wide}px`, maxWidth: "none" } : { width: "", maxWidth: "" });
    scaleBy(this.ground, zoom);
  }

  /** By hand, so that the point `[x, y]` of the window stays where it is. */
  by(factor, [x, y] = this.middle()) {
    const { region } = this;
    const box = region.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const before = this.now;
    if (!this.own) this.wide = this.ground.getBoundingClientRect().width / before; // what is enlarged keeps its layout
    Object.assign(this, { own: true, lent: false });
    this.set(Math.min(LARGEST, Math.max(SMALLEST, before * factor)));
    const grown = this.now / before;
    region.scrollTo((region.scrollLeft + left) * grown - left, (region.scrollTop + top) * grown - top);
  }

  /** As large as fits, again. */
  whole() {
    Object.assign(this, { own: false, lent: false, fitted: "", room: "" });
    this.fit();
  }

  /** Enlarge what is too small for a finger, until `back`; false where it is so already. */
  closer(at) {
    if (this.own) return false;
    this.by(2, at);
    this.lent = true;
    return true;
  }

  back() {
    if (this.lent) this.whole();
  }

  middle() {
    const box = this.region.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 300), [event.clientX, event.clientY]);
  }

  /** The ground is dragged by a mouse; a finger scrolls it anyway. */
  drag(event) {
    if (event.pointerType !== "mouse" || event.button || event.target.closest(".thing, button, a, summary, input, select, .scroll")) return;
    const { region } = this;
    const begun = [event.clientX + region.scrollLeft, event.clientY + region.scrollTop];
    const move = (now) => {
      region.classList.add("moving");
      region.scrollTo(begun[0] - now.clientX, begun[1] - now.clientY);
    };
    const up = () => {
      region.classList.remove("moving");
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  /** Two fingers. */
  pinch(event) {
    if (event.touches.length !== 2) return;
    const span = ({ touches: [one, other] }) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    let last = span(event);
    const move = (now) => {
      if (now.touches.length !== 2) return;
      now.preventDefault();
      const [one, other] = now.touches;
      this.by(span(now) / last, [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]);
      last = span(now);
    };
    const end = () => {
      this.region.removeEventListener("touchmove", move);
      removeEventListener("touchend", end);
      removeEventListener("touchcancel", end);
    };
    this.region.addEventListener("touchmove", move, { passive: false });
    addEventListener("touchend", end);
    addEventListener("touchcancel", end);
  }
}
