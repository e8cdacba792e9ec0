/**
 * A marker file beside a damaged SQLite database. A runner that is restarted again and again would otherwise
 * acknowledge requests until it reads the damaged page once more. If the marker exists, a start first checks every
 * page; the marker is removed when the file is intact, for example after a backup was restored.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { checked } from "./Integrity.ts"

const of = (filename: string): string => `${filename}-damaged`

/** Writes the marker. Errors are ignored: a disk that cannot store it could not store rows either. */
export const leave = (filename: string): void => {
  try {
    writeFileSync(of(filename), "this database is damaged; `crossdock doctor` shows where. This file is removed at the first start with an intact database.\n")
  } catch {
    return
  }
}

/** Checks a marked database and throws, like the database itself, if it is still damaged. */
export const heed = (filename: string, db: DatabaseSync): void => {
  if (!existsSync(of(filename))) return
  const [first] = checked(db, false)
  if (first !== undefined) throw Object.assign(new Error(`${first.of} ${first.name}: ${first.message}`), { errcode: 11 })
  rmSync(of(filename), { force: true })
}
