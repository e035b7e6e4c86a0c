// In the lobby: open a table that somebody took with them, or any saved game, from a file.

import { get, lang, secret } from "./dom.js";

/** Let somebody choose a file, and open it; `enter` goes to its table. */
export function open(enter, failed) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".ruleset";
  input.addEventListener("change", async () => {
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
  });
  input.click();
}
