// What is read aloud: words for what the eye takes from a colour, a sign or a place.

/** A text and its colour, unless the text names it itself. */
export function coloured(words, text, colour) {
  const called = colour && (words.colours[colour] || colour);
  return called && !text.includes(called) ? `${text} (${called})` : text;
}

/** A part of a line. */
export function spanText(words, span) {
  const seat = span.stand?.family === "seat";
  const name = span.text || span.stand?.name || (span.sign && (words.signs[span.sign] || span.sign)) || "";
  if (!span.sign) return seat ? name : coloured(words, name, span.colour);
  const times = span.times ?? 1;
  return coloured(words, span.of ? `${name} ${times}/${span.of}` : times === 1 ? name : `${name} ${times}`, span.colour);
}

/** A place and what lies there. */
export function placeText(words, place) {
  const cards = (place.cards || []).flatMap((card) => [coloured(words, card.pips === undefined ? card.name : `${card.name} ${card.pips}`, card.colour), ...(card.under || []).map((span) => spanText(words, span))]);
  const what = [...cards, ...(place.what || []).map((span) => spanText(words, span))].filter(Boolean);
  return [coloured(words, place.stand.name || "", place.colour), what.join(", ")].filter(Boolean).join(": ");
}
