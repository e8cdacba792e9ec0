/**
 * Reads records for the books of an ERP from CSV: a column `kind`, and a column for each member. An empty cell is an absent member.
 */
import { ErpRecords } from "@crossdock/books"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Csv from "./Csv.ts"
import { asked } from "@crossdock/admin-api"

/** A record with its line in the file, from 1. */
export interface LinedRecord {
  readonly line: number
  readonly record: ErpRecords.ErpRecord
}

const issues = SchemaIssue.makeFormatterStandardSchemaV1()
const decode = Schema.decodeUnknownResult(ErpRecords.ErpRecord)
const flags: ReadonlyMap<string, boolean> = new Map([["true", true], ["false", false]])

const placeOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined): string =>
  (path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")

/** The records of a file, or every problem with its line and column. */
export const parse = (text: string): Result.Result<ReadonlyArray<LinedRecord>, string> => {
  const { columns, rows } = Csv.table(text)
  if (!columns.includes("kind")) return Result.fail("the first line must name the columns, and one of them must be kind")
  const problems: Array<string> = []
  const records: Array<LinedRecord> = []
  for (const { cells, line } of rows) {
    const given = columns.flatMap((column, at): ReadonlyArray<[string, unknown]> => {
      const cell = cells[at] ?? ""
      return cell === "" ? [] : [[column, flags.get(cell) ?? cell]]
    })
    const read = decode(Object.fromEntries(given), { errors: "all", onExcessProperty: "error" })
    if (Result.isSuccess(read)) records.push({ line, record: read.success })
    else {
      for (const { message, path } of issues(read.failure.issue).issues) {
        const place = placeOf(path)
        problems.push(`line ${line}${place === "" ? "" : `, ${place}`}: ${asked(message)}`)
      }
    }
  }
  if (problems.length > 0) return Result.fail(Csv.listed(problems))
  return records.length === 0 ? Result.fail("there is no record below the first line") : Result.succeed(records)
}
