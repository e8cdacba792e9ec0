/**
 * Writes the story for a terminal.
 */
import { columns, type Difference, rowsOf } from "./Pictures.ts"
import type { Played } from "./Play.ts"
import { type Party, skus, warehouses } from "./Story.ts"

const titles: Readonly<Record<Party, string>> = {
  buyer: "buyer",
  shop: "shop",
  desk: "order desk",
  books: "ERP's books",
  caller: "program",
  "Sandbox One": "warehouse One",
  "Sandbox Two": "warehouse Two"
}

export const titleOf = (party: Party): string => titles[party]

const table = (rows: ReadonlyArray<ReadonlyArray<string>>, isText: (column: number) => boolean): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows.map((row) => `    ${row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")}`.trimEnd()).join("\n")
}

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** Differences as a table. */
export const differencesText = (all: ReadonlyArray<Difference>): string =>
  table([["where", "figure", "found", "expected"], ...all.map(({ expected, figure, found, where }) => [where, figure, String(found ?? "nothing"), String(expected)])], (column) => column < 2)

/** One step: what happened, who said what, and the books. What has changed has an arrow. */
export const stepText = (number: number, played: Played, before: Played | undefined): string => {
  const { differences, done, picture, step, took } = played
  const rows = rowsOf(picture, before?.picture, warehouses, skus)
  return [
    `${String(number).padStart(2)}  ${step.title}  (${seconds(took)})`,
    `    ${step.sentence}`,
    "",
    table(done.said.map(({ from, text, to }) => [from === to ? titleOf(from) : `${titleOf(from)} → ${titleOf(to)}`, text]), () => true),
    "",
    table([
      ["warehouse", "sku", ...columns],
      ...rows.map(({ cells, sku, warehouse }) => [warehouse, sku, ...cells.map(({ before: earlier, now }) => (now === undefined ? "" : earlier === undefined ? String(now) : `${earlier}→${now}`))])
    ], (column) => column < 2),
    ...(differences.length === 0 ? [] : ["", "    This differs from the replay:", differencesText(differences)]),
    ""
  ].join("\n")
}
