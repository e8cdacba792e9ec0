/**
 * Findings about what a database holds: its schema, its key, its sealed rows, its stored connections, and its clock.
 */
import * as ShellWord from "../ShellWord.ts"
import * as Migrations from "../store/Migrations.ts"
import * as Commands from "./Commands.ts"
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

/** What to do about something that is stored and not valid, by its kind. */
const misfitNext = (what: string): string => {
  const [, kind, id = ""] = /^(connection|link) (.+)$/s.exec(what) ?? []
  return kind === undefined
    ? "declare its connection in the composition again and restart the runner, or end the registration at the peer"
    : `correct the composition and restart the runner; if it is not needed any more, run ${Commands.inText(`crossdock ${kind}s remove ${ShellWord.word(id)}`)}`
}

/** Milliseconds by which a clock may differ. */
export const skewed = 30_000

export const findings = (place: string, { clockAhead, dialect, key, misfits, now, schema, unfinishedMigrations, unopened }: Contents): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const newer = Migrations.newer(schema ?? [])
  if (newer.length > 0) {
    found.push({
      code: "SCHEMA_NEWER",
      severity: "critical",
      where: place,
      message: `a newer release has changed the database (${newer.join(", ")}); this release knows ${Migrations.names.at(-1)} and will not start on it`,
      next: "start the newer release, or restore the backup from before the upgrade"
    })
  }
  if (schema !== undefined && Migrations.isTooOld(schema)) {
    found.push({
      code: "SCHEMA_OLDER",
      severity: "critical",
      where: place,
      message: `an early release has made the database (its last migration is ${schema.at(-1)}); this release upgrades from ${Migrations.oldest} on and will not start on it`,
      next: Migrations.throughRelease
    })
  }
  if (key === "refused" || key === "missing") {
    found.push({
      code: key === "refused" ? "KEY_REFUSED" : "KEY_MISSING",
      severity: "critical",
      where: place,
      message: key === "refused" ? "its secrets were encrypted with another CROSSDOCK_SECRET_KEY, so the runner does not start" : "its secrets are encrypted, and there is no key, so the runner does not start",
      next: key === "refused"
        ? "set CROSSDOCK_SECRET_KEY to the key of its first start; if none was set then, it is in the file secret-key of the original data folder"
        : "put back the file secret-key of the original data folder, or set CROSSDOCK_SECRET_KEY to the key of the first start; no other key works, and a start does not make a new one"
    })
  }
  for (const { name, rows, since } of unfinishedMigrations ?? []) {
    found.push({
      code: "BACKGROUND_MIGRATION",
      severity: "warning",
      where: place,
      about: name,
      since,
      message: `rows of an earlier release are changed while the runner works: ${name}, ${rows} rows in ${Format.age(now - since)}`,
      next: "nothing, it goes on by itself and after a restart; if the number of rows does not grow, the log of the runner says why"
    })
  }
  if (unopened.length > 0) {
    const [first] = unopened
    found.push({
      code: "ROWS_SEALED_OTHERWISE",
      severity: "warning",
      where: `${first?.what} ${first?.id}`,
      message: `${unopened.length} rows cannot be decrypted although the key is right: they were changed or copied by hand, or are damaged`,
      next: "restore them from a backup; a delivery that cannot be decrypted becomes a dead letter"
    })
  }
  for (const { id, message } of misfits) {
    found.push({
      code: "MISFIT",
      severity: "warning",
      where: id,
      message: `it is stored but not valid with this composition: ${message}`,
      next: misfitNext(id)
    })
  }
  if (clockAhead !== undefined && (dialect === "sqlite" ? clockAhead > skewed : Math.abs(clockAhead) > skewed)) {
    found.push({
      code: "CLOCK",
      severity: "error",
      where: "the clock of this machine",
      message: dialect === "sqlite"
        ? `the newest row is ${Format.age(clockAhead)} in the future: the clock was ahead then, or is behind now`
        : `it is ${Format.age(Math.abs(clockAhead))} ${clockAhead > 0 ? "behind" : "ahead of"} the clock of the database`,
      next: "synchronize the clock with NTP; peers refuse signed timestamps that are wrong"
    })
  }
  return found
}
