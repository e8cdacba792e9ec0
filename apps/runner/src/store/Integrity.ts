/**
 * What SQLite's own check of a file says, as damage that has a place.
 */
import type { DatabaseSync } from "node:sqlite"

export interface Damage {
  /** `file`: of no table and no index, such as the list of free pages. */
  readonly of: "table" | "index" | "file"
  readonly name: string
  /** Counted from 1; absent: the check tells none. */
  readonly page?: number
  /** In the words of SQLite. */
  readonly message: string
}

/** A table or an index, by the page that it begins at. */
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
    // The tree of the schema begins the file, and every other one is found through it.
    const { name, of } = trees.find((tree) => tree.root === Number(root)) ?? { name: "sqlite_schema", of: "table" }
    return { of, name, ...(page !== undefined && { page: Number(page) }), message: line }
  }
  const [, index] = inIndex.exec(line) ?? []
  if (index !== undefined) return { of: "index", name: index, message: line }
  const [, column, constraint] = inTable.exec(line) ?? []
  const table = column ?? constraint
  return table === undefined ? { of: "file", name: "the file", message: line } : { of: "table", name: table, message: line }
}

/** Rows of `integrity_check` or `quick_check`; none: it is whole. */
export const damages = (rows: ReadonlyArray<string>, trees: ReadonlyArray<Tree>): ReadonlyArray<Damage> =>
  [...new Set(rows.flatMap((row) => row.split("\n")))]
    .filter((line) => line !== "ok" && line !== heading && line.trim() !== "")
    .map((line) => damageOf(line, trees))

/** Of one check; more of them say nothing that these do not. */
const mostLines = 100

/** What a pragma says until it meets what it cannot pass. */
const told = (db: DatabaseSync, pragma: string): { readonly lines: ReadonlyArray<string>; readonly broke: unknown } => {
  const lines: Array<string> = []
  try {
    for (const row of db.prepare(pragma).iterate()) lines.push(String(Object.values(row)[0]))
    return { lines, broke: undefined }
  } catch (broke) {
    return { lines, broke }
  }
}

/** Reads every page; `isQuick` does not compare indexes with their tables. Throws where nothing at all can be told. */
export const checked = (db: DatabaseSync, isQuick: boolean): ReadonlyArray<Damage> => {
  const schema = db.prepare("select name, type, rootpage from sqlite_schema where rootpage > 0").all()
  const trees = schema.map((row): Tree => ({ root: Number(row["rootpage"]), of: row["type"] === "index" ? "index" : "table", name: String(row["name"]) }))
  const pragma = isQuick ? "quick_check" : "integrity_check"
  const whole = told(db, `pragma ${pragma}(${mostLines})`)
  if (whole.broke === undefined) return damages(whole.lines, trees)
  // It stopped at the first table that it could not walk through; the others are looked at one by one.
  const each = trees.filter(({ of }) => of === "table").map(({ name }) => told(db, `pragma ${pragma}('${name.replaceAll("'", "''")}')`))
  const found = damages([...whole.lines, ...each.flatMap(({ lines }) => lines)], trees)
  if (found.length === 0) throw whole.broke
  return found
}
