/**
 * Writes the story for a terminal.
 */
import { columns, type Difference, rowsOf } from "./Pictures.ts"
import type { Played } from "./Play.ts"
import { type Party, type Said, skus, warehouses } from "./Story.ts"

const titles: Readonly<Record<Party, string>> = {
  buyer: "buyer",
  shop: "shop",
  desk: "order desk",
  books: "ERP's books",
  caller: "program",
  "Sandbox One": "Sandbox One",
  "Sandbox Two": "Sandbox Two"
}

export const titleOf = (party: Party): string => titles[party]

const table = (rows: ReadonlyArray<ReadonlyArray<string>>, isText: (column: number) => boolean): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows.map((row) => `    ${row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")}`.trimEnd()).join("\n")
}

/** Breaks a text into lines of at most so many signs, between words. */
const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** What was said: who to whom on the left, the words on the right. */
const conversation = (said: ReadonlyArray<Said>, width: number): string => {
  const lines = said.map(({ from, text, to }) => ({ who: from === to ? titleOf(from) : `${titleOf(from)} → ${titleOf(to)}`, text }))
  const margin = Math.max(...lines.map(({ who }) => who.length)) + 2
  return lines.flatMap(({ text, who }) => wrapped(text, Math.max(30, width - margin - 4)).map((line, index) => `    ${(index === 0 ? who : "").padEnd(margin)}${line}`)).join("\n")
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** Differences as a table. */
export const differencesText = (all: ReadonlyArray<Difference>): string =>
  table([["where", "figure", "found", "expected"], ...all.map(({ expected, figure, found, where }) => [where, figure, String(found ?? "nothing"), String(expected)])], (column) => column < 2)

/** One step: what happened, who said what, and the books, in lines of at most `width` signs. What has changed has an arrow. */
export const stepText = (number: number, played: Played, width: number): string => {
  const { before, differences, done, picture, step, took } = played
  const rows = rowsOf(picture, before, warehouses, skus)
  return [
    `${String(number).padStart(2)}  ${step.title}  (${seconds(took)})`,
    ...wrapped(step.sentence, width - 4).map((line) => `    ${line}`),
    "",
    conversation(done.said, width),
    "",
    table([
      ["warehouse", "sku", ...columns],
      ...rows.map(({ cells, sku, warehouse }) => [warehouse, sku, ...cells.map(({ before: earlier, now }) => (now === undefined ? "" : earlier === undefined ? String(now) : `${earlier}→${now}`))])
    ], (column) => column < 2),
    ...(differences.length === 0 ? [] : ["", "    This differs from the replay:", differencesText(differences)]),
    ""
  ].join("\n")
}
