/**
 * Mapping tables as CSV: columns `kind`, `ours` and `theirs` with a header, as spreadsheets write them.
 */
import * as Result from "effect/Result"
import { type Kind, kinds, type Row } from "../mapping/Mapping.ts"

export interface KindRow extends Row {
  readonly kind: Kind
}

const columns = ["kind", "ours", "theirs"] as const

interface CsvRecord {
  /** Of the text, from 1. */
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** RFC 4180, with any of the line ends; a quote that does not end takes the rest. */
const records = (text: string, separator: string): ReadonlyArray<CsvRecord> => {
  const found: Array<CsvRecord> = []
  let cells: Array<string> = []
  let cell = ""
  let isQuoted = false
  /** Up to here the cell stood in quotes, so that its blanks are its own. */
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

/** Comma, semicolon or tab: the one that the header has. */
const separatorOf = (header: string): string => [",", ";", "\t"].find((one) => header.includes(one)) ?? ","

const mostProblems = 20

/** The rows of a table, or everything that is wrong with it, each with its line. */
export const parse = (text: string): Result.Result<ReadonlyArray<KindRow>, string> => {
  const body = text.replace(/^\uFEFF/, "")
  const separator = separatorOf(body.slice(0, Math.max(0, body.search(/[\r\n]|$/))))
  const [header, ...rest] = records(body, separator)
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const absent = columns.filter((column) => !names.includes(column))
  if (absent.length > 0) return Result.fail(`the first line names the columns kind, ours and theirs; it lacks ${absent.join(", ")}`)
  const problems: Array<string> = []
  const rows: Array<KindRow> = []
  const seen = new Map<string, number>()
  for (const { cells, line } of rest) {
    const [kind = "", ours = "", theirs = ""] = columns.map((column) => meant(cells[names.indexOf(column)] ?? ""))
    const key = `${kind} ${ours}`
    const before = seen.get(key)
    if (!(kinds as ReadonlyArray<string>).includes(kind)) {
      problems.push(`line ${line}: ${JSON.stringify(kind)} is no kind; write one of ${kinds.join(", ")}`)
    } else if (ours.trim() === "" || theirs.trim() === "") problems.push(`line ${line}: ${ours.trim() === "" ? "ours" : "theirs"} is empty`)
    else if (before !== undefined) problems.push(`line ${line}: ${kind} ${JSON.stringify(ours)} stands on line ${before} already`)
    seen.set(key, before ?? line)
    rows.push({ kind: kind as Kind, ours, theirs, source: "file" })
  }
  if (problems.length === 0) return Result.succeed(rows)
  const more = problems.length - mostProblems
  return Result.fail([...problems.slice(0, mostProblems), ...(more > 0 ? [`and ${more} more`] : [])].join("; "))
}

/** What a spreadsheet would take for a formula, and what would be taken for its mark. */
const isActive = (cell: string): boolean => /^(?:'|\s*[=+\-@])/.test(cell)

/** A spreadsheet shows a cell behind an apostrophe as text; reading takes the apostrophe away again. */
const inert = (cell: string): string => isActive(cell) ? `'${cell}` : cell

const meant = (cell: string): string => cell.startsWith("'") && isActive(cell.slice(1)) ? cell.slice(1) : cell

const quoted = (cell: string): string => /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll("\"", "\"\"")}"` : cell

export const format = (rows: ReadonlyArray<Omit<KindRow, "source">>): string =>
  [columns.join(","), ...rows.map((row) => columns.map((column) => quoted(inert(row[column]))).join(","))].map((line) => `${line}\r\n`).join("")
