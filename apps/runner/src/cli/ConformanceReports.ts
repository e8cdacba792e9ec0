/**
 * Reports of `@crossdock/testkit`, as its suites leave them in the `coverage` folder of a plugin, and what they say of
 * the cells of the capability matrix.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Contracts from "../Contracts.ts"
import type { Matrix, MatrixRow } from "../api/Definition.ts"
import { CommandFailed, exitCodes, usage } from "./CommandErrors.ts"

const Observed = Schema.Literals(["works", "broken", "unproven", "absent"])
export type Observed = typeof Observed.Type

/** What is read of a report; it holds more. */
export const Report = Schema.Struct({
  contract: Schema.String,
  plugin: Schema.String,
  ranAt: Schema.String,
  operations: Schema.Array(Schema.Struct({ operation: Schema.String, observed: Observed })),
  laws: Schema.Array(
    Schema.Struct({ law: Schema.String, message: Schema.String, outcome: Schema.String, because: Schema.optionalKey(Schema.String) })
  )
})
export type Report = typeof Report.Type

export interface Found {
  readonly file: string
  readonly report: Report
}

/** Named like this by the suites; a file of this name that is no report is a mistake, any other is somebody else's. */
const named = /conformance[^/]*\.json$/
const isPassed = (name: string): boolean => name === "node_modules" || name.startsWith(".")

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Report))

const unreadable = (file: string) =>
  new CommandFailed({
    exit: exitCodes.problem,
    code: "REPORT_INVALID",
    message: `${file} is no report of a conformance suite of this version; run the suite again`
  })

const inFolder = (folder: string): Effect.Effect<ReadonlyArray<Found>, CommandFailed, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const names = yield* Effect.mapError(files.readDirectory(folder), () => usage(`the folder ${folder} cannot be read; correct --reports`))
    const found: Array<Found> = []
    for (const name of names.toSorted()) {
      if (isPassed(name)) continue
      const path = `${folder.replace(/\/$/, "")}/${name}`
      const stat = Option.getOrUndefined(yield* Effect.option(files.stat(path)))
      if (stat?.type === "Directory") found.push(...(yield* inFolder(path)))
      else if (name.endsWith(".json")) {
        const text = yield* Effect.mapError(files.readFileString(path), () => unreadable(path))
        const report = Option.getOrUndefined(decode(text))
        if (report !== undefined) found.push({ file: path, report })
        else if (named.test(name)) return yield* Effect.fail(unreadable(path))
      }
    }
    return found
  })

/** Every report below these folders. */
export const read = (folders: ReadonlyArray<string>) => Effect.map(Effect.forEach(folders, inFolder), (found) => found.flat())

// --- beside the matrix ----------------------------------------------------------------------------------------------

/** Several reports of one plugin, such as against a peer in memory and the real one: what broke once is broken. */
const worst: ReadonlyArray<Observed> = ["broken", "works", "unproven", "absent"]

export interface Contradiction {
  readonly plugin: string
  readonly column: string
  readonly operation: string
  readonly observed: Observed
  /** What the suite found. */
  readonly because: ReadonlyArray<string>
}

export interface ObservedRow extends Omit<MatrixRow, "cells"> {
  readonly reports: ReadonlyArray<string>
  readonly cells: ReadonlyArray<MatrixRow["cells"][number] & { readonly observed?: Observed; readonly isContradicted?: true }>
}

/** Declared, and seen not to be so. What no law could try contradicts nothing. */
const contradicts = (isDeclared: boolean, observed: Observed | undefined): boolean =>
  isDeclared && (observed === "broken" || observed === "absent")

const brokenLaws = (reports: ReadonlyArray<Report>, operation: string): ReadonlyArray<string> =>
  reports.flatMap(({ laws }) =>
    laws
      .filter(({ law, outcome }) => outcome === "broken" && law.startsWith(`${operation}/`))
      .map(({ because, law, message }) => `${message}${because === undefined ? "" : `: ${because}`} (${law})`))

/** Declared, and no law of it was seen to hold: no report, or none that could try it. */
export interface Unproven {
  readonly plugin: string
  readonly column: string
}

/** The matrix with what was observed beside what is declared. */
export const beside = (matrix: Matrix, found: ReadonlyArray<Found>) => {
  const warehouses = found.filter(({ report }) => report.contract === Contracts.warehouse.id)
  const contradictions: Array<Contradiction> = []
  const unproven: Array<Unproven> = []
  const rows = matrix.rows.map((row): ObservedRow => {
    const own = warehouses.filter(({ report }) => report.plugin === row.plugin)
    const reports = own.map(({ report }) => report)
    const observedOf = (operation: string): Observed | undefined => {
      const seen = reports.flatMap(({ operations }) => operations.filter((one) => one.operation === operation).map((one) => one.observed))
      return worst.find((one) => seen.includes(one))
    }
    return {
      plugin: row.plugin,
      title: row.title,
      reports: own.map(({ file }) => file),
      cells: row.cells.map((cell) => {
        const operation = matrix.columns.find(({ name }) => name === cell.column)?.operation
        const observed = operation === undefined ? undefined : observedOf(operation)
        if (operation !== undefined && cell.isDeclared && (observed === undefined || observed === "unproven")) {
          unproven.push({ plugin: row.plugin, column: cell.column })
        }
        if (operation === undefined || observed === undefined) return cell
        if (!contradicts(cell.isDeclared, observed)) return { ...cell, observed }
        contradictions.push({
          plugin: row.plugin,
          column: cell.column,
          operation,
          observed,
          because: observed === "absent" ? ["the suite ran a plugin without it; run it again with this one"] : brokenLaws(reports, operation)
        })
        return { ...cell, observed, isContradicted: true }
      })
    }
  })
  const known = new Set(matrix.rows.map(({ plugin }) => plugin))
  const strangers = new Set(warehouses.map(({ report }) => report.plugin).filter((plugin) => !known.has(plugin)))
  return {
    columns: matrix.columns,
    rows,
    contradictions,
    unproven,
    unseen: rows.filter(({ reports }) => reports.length === 0).map(({ plugin }) => plugin),
    strangers: [...strangers]
  }
}
