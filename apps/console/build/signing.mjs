// Takes the signing functions of the guides into the console, so that what the playground runs and prints is what the guides show and the
// vectors test: generated/sign-<kind>.js, which runs, and generated/guides.ts, which is printed. They are made anew before each build and
// each check of types, and are not committed.
import { mkdirSync, readFileSync, existsSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as Snippets from "../../../tools/snippets.mjs"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folder = new URL("../generated/", import.meta.url)
mkdirSync(folder, { recursive: true })

/** A build and a check of types may write at once; an equal file keeps its time. */
const write = (name, text) => {
  const file = new URL(name, folder)
  if (existsSync(file) && readFileSync(file, "utf8") === text) return
  const part = new URL(`${name}.${process.pid}.part`, folder)
  writeFileSync(part, text)
  renameSync(part, file)
}

const kinds = { envelope: 3, gateway: 3, "open-api": 5 }
for (const [kind, count] of Object.entries(kinds)) {
  write(`sign-${kind}.js`, Snippets.textOf(root, kind, "sign.mjs").replace("\"node:crypto\"", "\"../src/screens/playground/digest.ts\""))
  write(`sign-${kind}.d.ts`, `export declare const sign: (${Array.from({ length: count }, (_, at) => `text${at}: string`).join(", ")}) => string\n`)
}
const shown = { java: "Sign.java", php: "sign.php", python: "sign.py" }
write("guides.ts", `export const guides = ${JSON.stringify(Object.fromEntries(Object.keys(kinds).map((kind) =>
  [kind, Object.fromEntries(Object.entries(shown).map(([language, snippet]) => [language, Snippets.textOf(root, kind, snippet)]))])), null, 2)} as const\n`)
