// What is read aloud: words for what the eye takes from a colour, a sign or a place.

/** A text and its colour, unless the text names it itself. */
export function coloured(words, text, colour) {
  const called = colour && (words.colours[colour] || colour);
  return called && !text.includes(called) ? `${text} (${called})` : text;
}

/** A part of a line. */
export function said(words, span) {
  const seat = span.stand?.family === "seat";
  const name = span.text || span.stand?.name || (span.sign && (words.signs[span.sign] || span.sign)) || "";
  if (!span.sign) return seat ? name : coloured(words, name, span.colour);
  const times = span.times ?? 1;
  return coloured(words, span.of ? `${name} ${times}/${span.of}` : times === 1 ? name : `${name} ${times}`, span.colour);
}

/** A place and what lies there. */
export function told(words, place) {
  const what = (place.what || []).map((span) => said(words, span)).filter(Boolean);
  return [coloured(words, place.stand.name || "", place.colour), what.join(", ")].filter(Boolean).join(": ");
}
