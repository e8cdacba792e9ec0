/**
 * Findings about a database that cannot be read, or not all of it.
 */
import type { Damage } from "../store/Integrity.ts"
import { names as migrations } from "../store/Migrations.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"
import type { Facts } from "./Facts.ts"
import type { Finding } from "./Findings.ts"

const restore = "stop the runner, keep the data folder aside, put the backup in the place of the file and remove its -wal and -shm, " +
  "ask the doctor again, then start; the guide has it under \"A damaged database\""

const sqliteNext: Readonly<Record<DatabaseErrorDiagnosis["is"], string>> = {
  damaged: restore,
  full: "make room on its disk",
  disk: "ask as the user that the runner runs as, and look at the disk in the log of the system",
  "read-only": "ask as the user that the runner runs as",
  busy: "end what holds the file, such as an editor of databases, and ask again",
  away: "ask again",
  closed: "ask again",
  other: "read the log of the runner"
}

const postgresNext: Readonly<Record<DatabaseErrorDiagnosis["is"], string>> = {
  ...sqliteNext,
  damaged: "restore the server's backup; its own log names the table",
  full: "make room at the server",
  away: "start the server, or open the way to it; the runner goes on by itself once it answers",
  closed: "give the DATABASE_URL of the runner; where that is right, the server has another password or lacks the database"
}

/** It could not be opened at all. */
export const closed = ({ dialect, place, diagnosis }: Extract<Facts["store"], { is: "closed" }>): Finding => ({
  code: diagnosis.is === "damaged" ? "DATABASE_DAMAGED" : "DATABASE_CLOSED",
  weight: "error",
  where: place,
  message: diagnosis.is === "damaged" ? "its file is damaged at its beginning, or is no database" : `the database cannot be read: ${diagnosis.message}`,
  next: (dialect === "sqlite" ? sqliteNext : postgresNext)[diagnosis.is]
})

export const logAlone = (place: string): Finding => ({
  code: "LOG_WITHOUT_INDEX",
  weight: "warning",
  where: `${place}-wal`,
  message: "the log stands there without its index (-shm), so the database cannot be read without writing",
  next: "start the runner, which makes the index anew, and ask again; a copy is whole only with its -wal"
})

interface Place {
  readonly of: Damage["of"]
  readonly name: string
  readonly pages: ReadonlyArray<number>
  readonly first: string
}

const places = (damage: ReadonlyArray<Damage>): ReadonlyArray<Place> => {
  const found = new Map<string, Place>()
  // What an index has more or less than its table says nothing while that cannot be read.
  const isTable = damage.some(({ of }) => of === "table")
  for (const { name, of, page, message } of damage) {
    if (of === "index" && page === undefined && isTable) continue
    const known = found.get(`${of} ${name}`) ?? { of, name, pages: [], first: message }
    const pages = page === undefined || known.pages.includes(page) ? known.pages : [...known.pages, page].toSorted((one, other) => one - other)
    found.set(`${of} ${name}`, { ...known, pages })
  }
  return [...found.values()]
}

const mostPages = 8

const pagesText = (pages: ReadonlyArray<number>): string =>
  pages.length === 0 ? "" : `, page ${pages.slice(0, mostPages).join(", ")}${pages.length > mostPages ? ` and ${pages.length - mostPages} more` : ""}`

const rebuilt = "nothing is lost, for what it says stands in its table: stop the runner, keep the data folder aside, make the file anew with " +
  "sqlite3 crossdock.sqlite .dump | sqlite3 new.sqlite, put that in its place and remove -wal and -shm, ask the doctor again, then start"

/** What is damaged in a database that opens. An index alone can be made anew. */
export const findings = (
  { contents, place }: Extract<Facts["store"], { is: "open" }>,
  isUp: boolean
): ReadonlyArray<Finding> => {
  const { checksumFailures, damage = [], dialect, isReadOnly, schema, unread } = contents
  const isOnlyIndexes = damage.every(({ of }) => of === "index")
  const found: Array<Finding> = places(damage).map(({ first, name, of, pages }) => ({
    code: of === "index" ? "INDEX_DAMAGED" : of === "table" ? "TABLE_DAMAGED" : "FILE_DAMAGED",
    weight: "error",
    where: `${place}, ${of === "file" ? name : `${of} ${name}`}${pagesText(pages)}`,
    message: `${of === "index" ? "rows are not found by it" : of === "table" ? "rows in it cannot be read" : "the file does not hold together"}: ${first}`,
    next: isOnlyIndexes ? rebuilt : restore
  }))
  if (schema !== undefined && schema.length === 0) {
    found.push({
      code: "NEVER_STARTED",
      weight: "warning",
      where: place,
      message: "it has no tables of a runner: a first start has not come to its end",
      next: "start the runner; its message says what hinders it"
    })
  }
  if (checksumFailures > 0) {
    found.push({
      code: "DATABASE_DAMAGED",
      weight: "error",
      where: place,
      message: `PostgreSQL has found ${checksumFailures} damaged pages in it`,
      next: postgresNext.damaged
    })
  }
  if (isReadOnly) {
    found.push({
      code: "DATABASE_READ_ONLY",
      weight: "error",
      where: place,
      message: "the server is a standby and takes no writes, so no order is accepted",
      next: "give the address of the primary as DATABASE_URL, or promote this one"
    })
  }
  // Of a database that is damaged, or waits for migrations, parts that cannot be read tell nothing more.
  const isOlder = schema !== undefined && migrations.some((name) => !schema.includes(name))
  if (found.length === 0) {
    found.push(...unread.filter(({ diagnosis }) => !isOlder || diagnosis.is !== "other").map(({ diagnosis, what }): Finding => ({
      code: "NOT_READ",
      weight: diagnosis.is === "busy" && isUp ? "warning" : "error",
      where: place,
      message: `${what} cannot be read: ${diagnosis.message}`,
      next: (dialect === "sqlite" ? sqliteNext : postgresNext)[diagnosis.is]
    })))
  }
  return found
}
