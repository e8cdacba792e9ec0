/**
 * Findings about a database that is damaged or cannot be read.
 */
import type { Damage } from "../store/Integrity.ts"
import * as Migrations from "../store/Migrations.ts"
import type { DatabaseErrorDiagnosis } from "../store/DatabaseErrorDiagnosis.ts"
import type { Facts } from "./Facts.ts"
import type { Finding } from "./Findings.ts"

const restore = "stop the runner, keep a copy of the data folder, put the backup in place of the database file and remove its -wal and -shm, " +
  "run `crossdock doctor` again, then start the runner; see \"A damaged database\" in the guide"

const sqliteNext: Readonly<Record<DatabaseErrorDiagnosis["is"], string>> = {
  damaged: restore,
  full: "free space on its disk",
  disk: "run `crossdock doctor` as the user of the runner, and look for disk errors in the system log",
  "read-only": "run `crossdock doctor` as the user of the runner",
  busy: "close the program that holds the file, such as a database editor, and run `crossdock doctor` again",
  away: "run `crossdock doctor` again",
  closed: "run `crossdock doctor` again",
  other: "read the log of the runner"
}

const postgresNext: Readonly<Record<DatabaseErrorDiagnosis["is"], string>> = {
  ...sqliteNext,
  damaged: "restore the backup of the server; the server's log names the table",
  full: "free space at the server",
  away: "start the server, or repair the network to it; the runner continues automatically when it answers",
  closed: "use the DATABASE_URL of the runner; if it is correct, the server has another password or lacks the database"
}

/** Finding for a database that could not be opened. */
export const closed = ({ dialect, place, diagnosis }: Extract<Facts["store"], { is: "closed" }>): Finding => ({
  code: diagnosis.is === "damaged" ? "DATABASE_DAMAGED" : "DATABASE_CLOSED",
  severity: "critical",
  where: place,
  message: diagnosis.is === "damaged" ? "the database file is damaged at its beginning, or is not a database" : `the database cannot be read: ${diagnosis.message}`,
  next: (dialect === "sqlite" ? sqliteNext : postgresNext)[diagnosis.is]
})

export const logAlone = (place: string): Finding => ({
  code: "LOG_WITHOUT_INDEX",
  severity: "warning",
  where: `${place}-wal`,
  message: "the write-ahead log has no index (-shm), so the database cannot be read without writing to it",
  next: "start the runner, which rebuilds the index, and run `crossdock doctor` again; a copy of the database is complete only with its -wal file"
})

interface Place {
  readonly of: Damage["of"]
  readonly name: string
  readonly pages: ReadonlyArray<number>
  readonly first: string
}

const places = (damage: ReadonlyArray<Damage>): ReadonlyArray<Place> => {
  const found = new Map<string, Place>()
  // While a table cannot be read, differences between it and its indexes mean nothing.
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

const rebuilt = "no data is lost, because the table holds everything: stop the runner, keep a copy of the data folder, rebuild the file with " +
  "`sqlite3 crossdock.sqlite .dump | sqlite3 new.sqlite`, put it in place of the old one and remove -wal and -shm, run `crossdock doctor` again, then start"

/** Findings about damage in a database that can be opened. If only an index is damaged, the file can be rebuilt. */
export const findings = (
  { contents, place }: Extract<Facts["store"], { is: "open" }>,
  isUp: boolean
): ReadonlyArray<Finding> => {
  const { checksumFailures, damage = [], dialect, isReadOnly, schema, unread } = contents
  const isOnlyIndexes = damage.every(({ of }) => of === "index")
  const found: Array<Finding> = places(damage).map(({ first, name, of, pages }) => ({
    code: of === "index" ? "INDEX_DAMAGED" : of === "table" ? "TABLE_DAMAGED" : "FILE_DAMAGED",
    severity: "critical",
    where: `${place}, ${of === "file" ? name : `${of} ${name}`}${pagesText(pages)}`,
    message: `${of === "index" ? "lookups through it miss rows" : of === "table" ? "rows in it cannot be read" : "the structure of the file is damaged"}: ${first}`,
    next: isOnlyIndexes ? rebuilt : restore
  }))
  if (schema !== undefined && schema.length === 0) {
    found.push({
      code: "NEVER_STARTED",
      severity: "warning",
      where: place,
      message: "the database has no tables yet: a first start has not finished",
      next: "start the runner; its message says what prevents it"
    })
  }
  if (checksumFailures > 0) {
    found.push({
      code: "DATABASE_DAMAGED",
      severity: "critical",
      where: place,
      message: `PostgreSQL found ${checksumFailures} damaged pages in it`,
      next: postgresNext.damaged
    })
  }
  if (isReadOnly) {
    found.push({
      code: "DATABASE_READ_ONLY",
      severity: "critical",
      where: place,
      message: "the server is a read-only standby, so no order is accepted",
      next: "set DATABASE_URL to the address of the primary, or promote this server"
    })
  }
  // If the database is damaged or waits for migrations, unreadable parts are a consequence and no finding of their own.
  const isOlder = schema !== undefined && Object.keys(Migrations.lacking(dialect, schema)).length > 0
  if (found.length === 0) {
    found.push(...unread.filter(({ diagnosis }) => !isOlder || diagnosis.is !== "other").map(({ diagnosis, what }): Finding => ({
      code: "NOT_READ",
      severity: diagnosis.is === "busy" && isUp ? "warning" : "error",
      about: what,
      where: place,
      message: `${what} cannot be read: ${diagnosis.message}`,
      next: (dialect === "sqlite" ? sqliteNext : postgresNext)[diagnosis.is]
    })))
  }
  return found
}
