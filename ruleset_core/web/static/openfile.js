// In the lobby: open a table that somebody took with them, or any saved game, from a file.

import { get, lang, secret } from "./dom.js";

/** Open the file that somebody has chosen; `enter` goes to its table. */
export async function open(input, enter, failed) {
  const [file] = input.files;
  if (!file) return;
  try {
    const answer = await get(`/api/files?lang=${lang}`, secret, { method: "POST", body: await file.arrayBuffer() });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.refused);
    enter(found);
  } catch (error) {
    failed(error);
  }
  input.value = ""; // the same one may be chosen again
}
