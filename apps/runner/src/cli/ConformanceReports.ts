/**
 * Reads the reports that the conformance suites of `@crossdock/testkit` write into the `coverage` folder of a plugin,
 * and compares them with the capability matrix.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Contracts from "../Contracts.ts"
import type { Matrix, MatrixRow } from "@crossdock/admin-api"
import { CommandFailed, exitCodes, usage } from "./CommandErrors.ts"

const Observed = Schema.Literals(["works", "broken", "unproven", "absent"])
export type Observed = typeof Observed.Type

/** The part of a report that the matrix needs; the file holds more. */
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

/**
 * The suites write files of this name. Such a file that is not a report is an error; any other JSON file is ignored.
 */
const named = /conformance[^/]*\.json$/
const isPassed = (name: string): boolean => name === "node_modules" || name.startsWith(".")

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Report))

const unreadable = (file: string) =>
  new CommandFailed({
    exit: exitCodes.problem,
    code: "REPORT_INVALID",
    message: `${file} is not a conformance report of this version; run the suite again`
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

/** Reads every report in these folders and their subfolders. */
export const read = (folders: ReadonlyArray<string>) => Effect.map(Effect.forEach(folders, inFolder), (found) => found.flat())

/**
 * Precedence when a plugin has several reports, such as one against a peer in memory and one against the real peer: an
 * operation that broke in one of them counts as broken.
 */
const worst: ReadonlyArray<Observed> = ["broken", "works", "unproven", "absent"]

export interface Contradiction {
  readonly plugin: string
  readonly column: string
  readonly operation: string
  readonly observed: Observed
  /** Messages of the laws that failed. */
  readonly because: ReadonlyArray<string>
}

export interface ObservedRow extends Omit<MatrixRow, "cells"> {
  readonly reports: ReadonlyArray<string>
  readonly cells: ReadonlyArray<MatrixRow["cells"][number] & { readonly observed?: Observed; readonly isContradicted?: true }>
}

/**
 * A declared operation that was observed to be broken or absent. An operation that no law could try contradicts
 * nothing.
 */
const contradicts = (isDeclared: boolean, observed: Observed | undefined): boolean =>
  isDeclared && (observed === "broken" || observed === "absent")

const brokenLaws = (reports: ReadonlyArray<Report>, operation: string): ReadonlyArray<string> =>
  reports.flatMap(({ laws }) =>
    laws
      .filter(({ law, outcome }) => outcome === "broken" && law.startsWith(`${operation}/`))
      .map(({ because, law, message }) => `${message}${because === undefined ? "" : `: ${because}`} (${law})`))

/** A declared capability without any law that was observed to hold: there is no report, or no law could try it. */
export interface Unproven {
  readonly plugin: string
  readonly column: string
}

/** Adds what the reports observed to what the matrix declares. */
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
          because: observed === "absent" ? ["the suite ran a version of the plugin without it; run the suite again with this version"] : brokenLaws(reports, operation)
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
