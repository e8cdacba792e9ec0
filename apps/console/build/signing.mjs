// Takes the signing functions of the guides into the console, so that what the playground runs and prints is what the guides show and the
// vectors test: generated/sign-<kind>.js, which runs, and generated/guides.ts, which is printed. They are made anew before each build and
// each check of types, and are not committed.
import { fileURLToPath } from "node:url"
import * as Snippets from "../../../tools/snippets.mjs"
import { write } from "./generated.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const kinds = { envelope: 3, gateway: 3, "open-api": 5 }

/** Writes the files. */
export const takeSigning = () => {
  for (const [kind, count] of Object.entries(kinds)) {
    write(`sign-${kind}.js`, Snippets.textOf(root, kind, "sign.mjs").replace("\"node:crypto\"", "\"../src/screens/playground/digest.ts\""))
    write(`sign-${kind}.d.ts`, `export declare const sign: (${Array.from({ length: count }, (_, at) => `text${at}: string`).join(", ")}) => string\n`)
  }
  const shown = { java: "Sign.java", php: "sign.php", python: "sign.py" }
  write("guides.ts", `export const guides = ${JSON.stringify(Object.fromEntries(Object.keys(kinds).map((kind) =>
    [kind, Object.fromEntries(Object.entries(shown).map(([language, snippet]) => [language, Snippets.textOf(root, kind, snippet)]))])), null, 2)} as const\n`)
}
