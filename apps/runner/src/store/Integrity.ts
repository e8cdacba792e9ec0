/**
 * What SQLite's own check of a file says, as damage that has a place.
 */

export interface Damage {
  /** `file`: of no table and no index, such as the list of free pages. */
  readonly of: "table" | "index" | "file"
  readonly name: string
  /** Counted from 1; absent: the check tells none. */
  readonly page?: number
  /** In the words of SQLite. */
  readonly says: string
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
    return { of, name, ...(page !== undefined && { page: Number(page) }), says: line }
  }
  const [, index] = inIndex.exec(line) ?? []
  if (index !== undefined) return { of: "index", name: index, says: line }
  const [, column, constraint] = inTable.exec(line) ?? []
  const table = column ?? constraint
  return table === undefined ? { of: "file", name: "the file", says: line } : { of: "table", name: table, says: line }
}

/** Rows of `integrity_check` or `quick_check`; none: it is whole. */
export const damages = (rows: ReadonlyArray<string>, trees: ReadonlyArray<Tree>): ReadonlyArray<Damage> =>
  [...new Set(rows.flatMap((row) => row.split("\n")))]
    .filter((line) => line !== "ok" && line !== heading && line.trim() !== "")
    .map((line) => damageOf(line, trees))
