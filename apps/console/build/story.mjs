// Takes the story that the demo has recorded into the console: generated/story.ts. It is made anew before each build and each check of
// types, and is not committed.
import { readFileSync } from "node:fs"
import { write } from "./generated.mjs"

/** Writes the file. */
export const takeStory = () => {
  const text = readFileSync(new URL("../../demo/story.json", import.meta.url), "utf8")
  write("story.ts", `interface Said { readonly from: string; readonly to: string; readonly text: string }
interface Cell { readonly now: number | null; readonly before: number | null }
interface Row { readonly warehouse: string; readonly sku: string; readonly name: string; readonly cells: ReadonlyArray<Cell> }
interface Step { readonly id: string; readonly title: string; readonly sentence: string; readonly said: ReadonlyArray<Said>; readonly rows: ReadonlyArray<Row> }
export const story: { readonly columns: ReadonlyArray<string>; readonly steps: ReadonlyArray<Step> } = ${text}`)
}
