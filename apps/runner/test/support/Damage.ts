/**
 * A file of SQLite as a failing disk leaves it.
 */
import { closeSync, openSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/** Writes over the leaf pages of a table or an index, when all of it stands in the file itself; answers which pages. */
export const damage = (filename: string, name: string): ReadonlyArray<number> => {
  const db = new DatabaseSync(filename, { timeout: 5000 })
  db.exec("pragma wal_checkpoint(truncate)")
  const pages = db.prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno").all(name).map((row) => Number(row["pageno"]))
  const [size] = db.prepare("pragma page_size").all().map((row) => Number(row["page_size"]))
  db.close()
  const file = openSync(filename, "r+")
  for (const page of pages) writeSync(file, Buffer.alloc(size!, 0x5a), 0, size!, (page - 1) * size!)
  closeSync(file)
  return pages
}
