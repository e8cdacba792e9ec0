/**
 * Reads and writes mapping tables as CSV with a header and the columns `kind`, `ours` and `theirs`.
 */
import * as Result from "effect/Result"
import { type Kind, kinds, type Row } from "../mapping/NameMapping.ts"

export interface KindRow extends Row {
  readonly kind: Kind
}

const columns = ["kind", "ours", "theirs"] as const

interface CsvRecord {
  /** Line of the file, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** Parses RFC 4180 with any kind of line break. A quote that is never closed takes the rest of the text. */
const records = (text: string, separator: string): ReadonlyArray<CsvRecord> => {
  const found: Array<CsvRecord> = []
  let cells: Array<string> = []
  let cell = ""
  let isQuoted = false
  /** Up to this position the cell was quoted, so its spaces are kept. */
  let kept = 0
  let line = 1
  let startedAt = 1
  const endCell = () => {
    cells.push(cell.slice(0, kept) + cell.slice(kept).trim())
    cell = ""
    kept = 0
  }
  const endRecord = () => {
    endCell()
    if (cells.length > 1 || cells[0] !== "") found.push({ line: startedAt, cells })
    cells = []
    startedAt = line
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === "\n") line++
    if (isQuoted) {
      if (char !== "\"") cell += char
      else if (text[at + 1] === "\"") {
        cell += "\""
        at++
      } else {
        isQuoted = false
        kept = cell.length
      }
    } else if (char === "\"" && cell.trim() === "") {
      cell = ""
      isQuoted = true
    } else if (char === separator) endCell()
    else if (char === "\n") endRecord()
    else if (char !== "\r") cell += char
  }
  if (cell !== "" || cells.length > 0) endRecord()
  return found
}

/** The separator in the header: comma, semicolon or tab. */
const separatorOf = (header: string): string => [",", ";", "\t"].find((one) => header.includes(one)) ?? ","

const mostProblems = 20

/** Problems as one text, of which the first few are told. */
export const listed = (problems: ReadonlyArray<string>): string => {
  const more = problems.length - mostProblems
  return [...problems.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

export interface Table {
  /** The first line. */
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<CsvRecord>
}

/** The rows of CSV below its header, each with its line. Apostrophes that kept a spreadsheet from reading a formula are removed. */
export const table = (text: string): Table => {
  const body = text.replace(/^\uFEFF/, "")
  const separator = separatorOf(body.slice(0, Math.max(0, body.search(/[\r\n]|$/))))
  const [header, ...rows] = records(body, separator)
  return {
    columns: header?.cells.map((cell) => cell.trim()) ?? [],
    rows: rows.map(({ cells, line }) => ({ line, cells: cells.map(meant) }))
  }
}

/** The rows of a table, or every problem with its line. */
export const parse = (text: string): Result.Result<ReadonlyArray<KindRow>, string> => {
  const { columns: header, rows: rest } = table(text)
  const names = header.map((name) => name.toLowerCase())
  const absent = columns.filter((column) => !names.includes(column))
  if (absent.length > 0) return Result.fail(`the first line must have the columns kind, ours and theirs; missing: ${absent.join(", ")}`)
  const problems: Array<string> = []
  const rows: Array<KindRow> = []
  const seen = new Map<string, number>()
  for (const { cells, line } of rest) {
    const [kind = "", ours = "", theirs = ""] = columns.map((column) => cells[names.indexOf(column)] ?? "")
    const key = `${kind} ${ours}`
    const before = seen.get(key)
    if (!(kinds as ReadonlyArray<string>).includes(kind)) {
      problems.push(`line ${line}: ${JSON.stringify(kind)} is not a kind; write one of ${kinds.join(", ")}`)
    } else if (ours.trim() === "" || theirs.trim() === "") problems.push(`line ${line}: ${ours.trim() === "" ? "ours" : "theirs"} is empty; write a name`)
    else if (before !== undefined) problems.push(`line ${line}: ${kind} ${JSON.stringify(ours)} is already on line ${before}; remove one`)
    seen.set(key, before ?? line)
    rows.push({ kind: kind as Kind, ours, theirs, source: "file" })
  }
  return problems.length === 0 ? Result.succeed(rows) : Result.fail(listed(problems))
}

/**
 * Whether a spreadsheet would read the cell as a formula, or whether it starts with the apostrophe that prevents that.
 */
const isActive = (cell: string): boolean => /^(?:'|\s*[=+\-@])/.test(cell)

/** Prefixes an apostrophe so that a spreadsheet shows a formula as text; parsing removes the apostrophe again. */
const inert = (cell: string): string => isActive(cell) ? `'${cell}` : cell

const meant = (cell: string): string => cell.startsWith("'") && isActive(cell.slice(1)) ? cell.slice(1) : cell

const quoted = (cell: string): string => /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll("\"", "\"\"")}"` : cell

export const format = (rows: ReadonlyArray<Omit<KindRow, "source">>): string =>
  [columns.join(","), ...rows.map((row) => columns.map((column) => quoted(inert(row[column]))).join(","))].map((line) => `${line}\r\n`).join("")
