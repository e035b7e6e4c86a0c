// A position in a frame beside the words about its game, drawn as the table draws it and as large as the frame allows.

import { Drawer } from "./draw.js";

const NARROW = [110, 140, 180]; // for what holds no board
const WIDTHS = [220, 260, 300, 350, 400, 460, 520, 600, 700, 820, 960];
const FLAT = 0.45; // of the height: then there is room for another panel
const place = document.getElementById("scene");

function sprite(source) {
  const made = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  made.setAttribute("class", "unseen");
  document.body.append(document.importNode(made, true));
}

/** Of all widths that in which it becomes largest; how much of the height it then takes. */
function fit() {
  const { clientWidth, clientHeight } = document.documentElement;
  const scaled = (width) => {
    place.style.width = `${width}px`;
    return Math.min(clientWidth / Math.max(width, place.scrollWidth), clientHeight / place.scrollHeight) * 0.94;
  };
  const found = [...(place.querySelector(".board") ? [] : NARROW), ...WIDTHS].map((width) => [scaled(width) * Math.min(width, 460), width]).sort(([one], [other]) => other - one)[0][1];
  const size = scaled(found);
  place.style.transform = `scale(${size}) translate(-50%, -50%)`;
  return (size * place.scrollHeight) / clientHeight;
}

/** Draw it; `signs` and `art` are symbols as texts. */
window.draw = ({ scene, words, signs, art }) => {
  sprite(signs);
  if (art) sprite(art);
  document.documentElement.lang = words.lang;
  const drawer = new Drawer(words, new Set([...document.querySelectorAll("[id^=art-]")].map((each) => each.id.slice(4))));
  Object.assign(drawer, { players: scene.players, colours: scene.colours, seat: 0 });
  const panels = scene.panels.map((panel) => drawer.panel(panel));
  place.replaceChildren(...panels.slice(0, scene.first));
  for (const more of panels.slice(scene.first)) if (fit() < FLAT) place.append(more);
  fit();
  addEventListener("resize", fit);
};
