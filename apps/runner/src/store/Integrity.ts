/**
 * Translates the output of SQLite's integrity check into damage with a place.
 */
import type { DatabaseSync } from "node:sqlite"

export interface Damage {
  /** `file`: neither in a table nor in an index, such as in the list of free pages. */
  readonly of: "table" | "index" | "file"
  readonly name: string
  /** Page number, from 1. Absent if the check does not report it. */
  readonly page?: number
  /** SQLite's message. */
  readonly message: string
}

/** A table or an index, and the number of its root page. */
export interface Tree {
  readonly root: number
  readonly of: "table" | "index"
  readonly name: string
}

const heading = "*** in database main ***"

const inTree = /^(?:On tree page|Tree) (\d+)(?: page (\d+))?/
const inIndex = /\bindex (\S+)$/
const inTable = /^(?:NULL|[A-Z]+) value in (\w+)\.|^CHECK constraint failed in (\w+)$/

const damageOf = (line: string, trees: ReadonlyArray<Tree>): Damage => {
  const [, root, page] = inTree.exec(line) ?? []
  if (root !== undefined) {
    // Page 1 is the root of the schema, through which all other tables are found.
    const { name, of } = trees.find((tree) => tree.root === Number(root)) ?? { name: "sqlite_schema", of: "table" }
    return { of, name, ...(page !== undefined && { page: Number(page) }), message: line }
  }
  const [, index] = inIndex.exec(line) ?? []
  if (index !== undefined) return { of: "index", name: index, message: line }
  const [, column, constraint] = inTable.exec(line) ?? []
  const table = column ?? constraint
  return table === undefined ? { of: "file", name: "the file", message: line } : { of: "table", name: table, message: line }
}

/** Parses the rows of `integrity_check` or `quick_check`; an empty result means no damage. */
export const damages = (rows: ReadonlyArray<string>, trees: ReadonlyArray<Tree>): ReadonlyArray<Damage> =>
  [...new Set(rows.flatMap((row) => row.split("\n")))]
    .filter((line) => line !== "ok" && line !== heading && line.trim() !== "")
    .map((line) => damageOf(line, trees))

/** Maximum number of lines per check; more would not add information. */
const mostLines = 100

/** The output of a pragma up to the first page that it cannot read. */
const told = (db: DatabaseSync, pragma: string): { readonly lines: ReadonlyArray<string>; readonly broke: unknown } => {
  const lines: Array<string> = []
  try {
    for (const row of db.prepare(pragma).iterate()) lines.push(String(Object.values(row)[0]))
    return { lines, broke: undefined }
  } catch (broke) {
    return { lines, broke }
  }
}

/**
 * Checks every page; `isQuick` skips the comparison of indexes with their tables. Throws if the check cannot run at
 * all.
 */
export const checked = (db: DatabaseSync, isQuick: boolean): ReadonlyArray<Damage> => {
  const schema = db.prepare("select name, type, rootpage from sqlite_schema where rootpage > 0").all()
  const trees = schema.map((row): Tree => ({ root: Number(row["rootpage"]), of: row["type"] === "index" ? "index" : "table", name: String(row["name"]) }))
  const pragma = isQuick ? "quick_check" : "integrity_check"
  const whole = told(db, `pragma ${pragma}(${mostLines})`)
  if (whole.broke === undefined) return damages(whole.lines, trees)
  // The check stopped at the first unreadable table, so the other tables are checked one by one.
  const each = trees.filter(({ of }) => of === "table").map(({ name }) => told(db, `pragma ${pragma}('${name.replaceAll("'", "''")}')`))
  const found = damages([...whole.lines, ...each.flatMap(({ lines }) => lines)], trees)
  if (found.length === 0) throw whole.broke
  return found
}
