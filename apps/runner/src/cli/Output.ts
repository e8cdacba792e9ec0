/**
 * Formats what a command prints: tables and lines for people, one JSON value for scripts. Control characters in text
 * from peers are escaped.
 */
import * as CliOutput from "effect/cli/CliOutput"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { json } from "./Flags.ts"

/**
 * Escapes control characters, line breaks and changes of writing direction, so that text from others stays on one line.
 */
export const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (char) =>
    char === "\n" ? "\\n" : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

export const time = (instant: DateTime.Utc | undefined): string =>
  instant === undefined ? "-" : DateTime.formatIso(instant).replace("T", " ").replace(/\.\d+Z$/, "Z")

export type Cell = string | number | undefined

const written = (cell: Cell): string => cell === undefined || cell === "" ? "-" : plain(String(cell))

/** Maximum width of a cell in characters; a longer cell would widen its column in every row. */
const widest = 60

const cut = (text: string): string => text.length <= widest ? text : `${Array.from(text).slice(0, widest - 1).join("")}…`

/** A table with aligned columns and a header. The last column is neither padded nor cut. */
export const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string => {
  const texts = [header, ...rows.map((row) => row.map((cell, at) => at === row.length - 1 ? written(cell) : cut(written(cell))))]
  const widths = header.map((_, at) => Math.max(...texts.map((row) => CliOutput.displayWidth(row[at] ?? ""))))
  return texts
    .map((row) =>
      row.map((cell, at) => at === row.length - 1 ? cell : cell + " ".repeat(widths[at]! - CliOutput.displayWidth(cell))).join("  ").trimEnd())
    .join("\n")
}

/** Lines of `name  value`; those without a value are left out. */
export const facts = (pairs: ReadonlyArray<readonly [name: string, value: Cell]>): string => {
  const known = pairs.filter(([, value]) => value !== undefined && value !== "")
  const width = Math.max(...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${written(value)}`).join("\n")
}

/** A heading with an indented body, or undefined if the body is empty. */
export const section = (title: string, body: string): string | undefined => body === "" ? undefined : `\n${title}\n${indented(body)}`

const indented = (text: string): string => text.split("\n").map((line) => `  ${line}`).join("\n")

/** Each problem below its path. */
export const problemsText = (problems: ReadonlyArray<{ readonly path: string; readonly message: string }>): string =>
  problems.map(({ path, message }) => `  ${plain(path)}\n    ${message.split("\n").map(plain).join("\n    ")}`).join("\n")

export const lines = (...parts: ReadonlyArray<string | undefined>): string => parts.filter((part) => part !== undefined).join("\n")

/** Prints a result: encoded by its schema with `--json`, otherwise as the text. */
export const answer = <A, I>(schema: Schema.Codec<A, I>, value: A, text: (value: A) => string) =>
  Effect.gen(function*() {
    const isJson = yield* json
    yield* Console.log(isJson ? JSON.stringify(Schema.encodeSync(Schema.toCodecJson(schema))(value), null, 2) : text(value))
  })

/** Prints a result that is plain JSON already. */
export const answerJson = (value: unknown, text: () => string) =>
  Effect.flatMap(json, (isJson) => Console.log(isJson ? JSON.stringify(value, null, 2) : text()))

/** Prints a note for people on stderr; nothing with `--json`. */
export const remark = (text: string) => Effect.flatMap(json, (isJson) => isJson ? Effect.void : Console.error(text))

/** Says that a list of causes leaves some out; undefined if it has all. */
export const otherCauses = (others: { readonly causes: number; readonly count: number } | undefined): string | undefined =>
  others === undefined ? undefined : `\n${others.causes} more causes with ${others.count} in all are not listed; name a connection, a shop or a time to see them, or decide about those above first`

/** How to get the next page; undefined on the last page. */
export const more = (next: string | undefined): string | undefined => next === undefined ? undefined : `\nmore: --after ${next}`
