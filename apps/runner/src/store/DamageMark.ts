/**
 * A mark beside a file of SQLite that damage was met in it: whoever starts a runner again and again would let it
 * acknowledge until it meets the same page. With the mark a start reads every page before it takes anything; it goes once
 * the file is whole, such as after a backup was put in its place.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { checked } from "./Integrity.ts"

const of = (filename: string): string => `${filename}-damaged`

/** A disk that takes no mark has taken no row either. */
export const leave = (filename: string): void => {
  try {
    writeFileSync(of(filename), "damage was met in this database; `crossdock doctor` tells where. This file goes by itself at the first start with a whole one.\n")
  } catch {
    return
  }
}

/** Throws as the database itself would, where a marked file is not whole. */
export const heed = (filename: string, db: DatabaseSync): void => {
  if (!existsSync(of(filename))) return
  const [first] = checked(db, false)
  if (first !== undefined) throw Object.assign(new Error(`${first.of} ${first.name}: ${first.message}`), { errcode: 11 })
  rmSync(of(filename), { force: true })
}
