/**
 * Derives findings from the facts; a pure function. Each finding says what is wrong, where, and what to do next.
 */
import { names as migrations } from "../store/Migrations.ts"
import * as AuthorizationFindings from "./AuthorizationFindings.ts"
import * as DatabaseFindings from "./DatabaseFindings.ts"
import type { Contents, Facts } from "./Facts.ts"
import * as WorkFindings from "./WorkFindings.ts"
import * as Format from "./Format.ts"

export interface Finding {
  /** Stable name, for scripts. */
  readonly code: string
  /** `error`: requests or deliveries fail, or will fail. `warning`: something is delayed, or will be. */
  readonly weight: "error" | "warning"
  readonly where: string
  readonly message: string
  readonly next: string
}

export const skewed = 30_000
export const gigabyte = 1024 ** 3
export const smallDisk = 20 * gigabyte
/** Size of SQLite's write-ahead log from which on it is a finding. */
export const longLog = gigabyte

const surroundings = ({ composition, folder, runner }: Facts): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const { disk, sync } = folder
  if (composition !== undefined && composition.problems.length > 0) {
    const [first] = composition.problems
    found.push({
      code: "COMPOSITION_INVALID",
      weight: "error",
      where: composition.file,
      message: `the composition is not valid: ${first?.path ?? ""}: ${first?.message ?? ""}${composition.problems.length > 1 ? `, and ${composition.problems.length - 1} more` : ""}`,
      next: "run `crossdock config check` to list all problems; run both commands with the environment of the runner"
    })
  }
  if (folder.readable.length > 0) {
    found.push({
      code: "SECRETS_READABLE",
      weight: "warning",
      where: folder.path,
      message: `other users of this machine can read ${folder.readable.join(", ")}`,
      next: `chmod 700 the folder and chmod 600 the files; whoever has read ${folder.readable.includes("secret-key") ? "the key can decrypt every secret in the database" : "them can use the admin API"}`
    })
  }
  if (folder.isThere && !folder.isWritable) {
    found.push({
      code: "FOLDER_READ_ONLY",
      weight: "warning",
      where: folder.path,
      message: "you may not write to the data folder, and neither may a runner that you start",
      next: "start the runner, and run crossdock doctor, as the user who owns the folder"
    })
  }
  if (disk !== undefined && disk.free < disk.of / 10 && disk.free < smallDisk) {
    const isNearlyFull = disk.free < disk.of / 20 && disk.free < 5 * gigabyte
    found.push({
      code: isNearlyFull ? "DISK_FULL" : "DISK_SMALL",
      weight: isNearlyFull ? "error" : "warning",
      where: folder.path,
      message: `only ${Format.size(disk.free)} of ${Format.size(disk.of)} are free; with a full disk no order is accepted`,
      next: "free space, or move the data folder while the runner is stopped; `crossdock retention` shows how long finished work is kept"
    })
  }
  if (sync !== undefined && "message" in sync) {
    found.push({
      code: "DISK_REFUSES",
      weight: "error",
      where: folder.path,
      message: `a test file could not be written to the data folder: ${sync.message}`,
      next: "check the disk and the permissions of the folder; until it can be written to, no order is accepted"
    })
  } else if (sync !== undefined && sync.median > 50) {
    found.push({
      code: "DISK_SLOW",
      weight: "warning",
      where: folder.path,
      message: `a durable write of 8 kB takes ${sync.median.toFixed(0)} ms on this disk, at worst ${sync.slowest.toFixed(0)} ms; every order waits for one`,
      next: "move the data folder to a local disk, or find out what else writes to this one"
    })
  }
  return [...found, ...listeners(runner)]
}

const listeners = ({ admin, adminPort, isUp, port, public: outside }: Facts["runner"]): ReadonlyArray<Finding> => {
  const at = `127.0.0.1:${adminPort}`
  if (isUp && admin.is === "runner" && !admin.ok) {
    return [{
      code: "NOT_READY",
      weight: "error",
      where: at,
      message: `the runner reports that it is not ready: ${admin.reasons.join("; ")}`,
      next: "see the other findings for the cause; if there is none, read the log of the runner"
    }]
  }
  if (isUp && admin.is !== "runner") {
    return [{
      code: "RUNNER_SILENT",
      weight: "error",
      where: at,
      message: "a runner holds the data folder but does not answer at its admin port",
      next: "set CROSSDOCK_ADMIN_PORT as the runner has it; if it is correct, the runner hangs: keep its log, stop it with SIGTERM, and start it again"
    }]
  }
  if (isUp) return []
  if (admin.is === "runner") {
    return [{
      code: "OTHER_FOLDER",
      weight: "warning",
      where: at,
      message: "the runner that answers there does not use this data folder",
      next: "set CROSSDOCK_DATA as that runner has it, or another CROSSDOCK_ADMIN_PORT for a runner of this folder"
    }]
  }
  const taken = [[admin, at, "CROSSDOCK_ADMIN_PORT"], [outside, `port ${port}`, "PORT"]] as const
  return taken.flatMap(([answer, where, variable]) =>
    answer === undefined || answer.is === "nobody" ? [] : [{
      code: "PORT_TAKEN",
      weight: "error" as const,
      where,
      message: "another program uses the port, so the runner cannot start",
      next: `stop that program, or set ${variable} to a free port`
    }])
}

const contentsOf = (place: string, { clockAhead, dialect, key, misfits, schema, unopened }: Contents): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const newer = schema?.filter((name) => !migrations.includes(name)) ?? []
  if (newer.length > 0) {
    found.push({
      code: "SCHEMA_NEWER",
      weight: "error",
      where: place,
      message: `a newer release has changed the database (${newer.join(", ")}); this release knows ${migrations.at(-1)} and will not start on it`,
      next: "start the newer release, or restore the backup from before the upgrade"
    })
  }
  if (key === "refused" || key === "missing") {
    found.push({
      code: key === "refused" ? "KEY_REFUSED" : "KEY_MISSING",
      weight: "error",
      where: place,
      message: key === "refused" ? "its secrets were encrypted with another CROSSDOCK_SECRET_KEY, so the runner does not start" : "its secrets are encrypted, and there is no key, so the runner does not start",
      next: key === "refused"
        ? "set CROSSDOCK_SECRET_KEY to the key of its first start; if none was set then, it is in the file secret-key of the original data folder"
        : "put back the file secret-key of the original data folder, or set CROSSDOCK_SECRET_KEY to the key of the first start; no other key works, and a start does not make a new one"
    })
  }
  if (unopened.length > 0) {
    const [first] = unopened
    found.push({
      code: "ROWS_SEALED_OTHERWISE",
      weight: "warning",
      where: `${first?.what} ${first?.id}`,
      message: `${unopened.length} rows cannot be decrypted although the key is right: they were changed or copied by hand, or are damaged`,
      next: "restore them from a backup; a delivery that cannot be decrypted becomes a dead letter"
    })
  }
  for (const { id, message } of misfits) {
    found.push({
      code: "MISFIT",
      weight: "warning",
      where: id,
      message: `it is stored but not valid with this composition: ${message}`,
      next: "correct the composition, or change or remove it with crossdock connections and crossdock links"
    })
  }
  if (clockAhead !== undefined && (dialect === "sqlite" ? clockAhead > skewed : Math.abs(clockAhead) > skewed)) {
    found.push({
      code: "CLOCK",
      weight: "warning",
      where: "the clock of this machine",
      message: dialect === "sqlite"
        ? `the newest row is ${Format.age(clockAhead)} in the future: the clock was ahead then, or is behind now`
        : `it is ${Format.age(Math.abs(clockAhead))} ${clockAhead > 0 ? "behind" : "ahead of"} the clock of the database`,
      next: "synchronize the clock with NTP; peers refuse signed timestamps that are wrong"
    })
  }
  return found
}

const store = ({ runner, store: opened }: Facts): ReadonlyArray<Finding> => {
  if (opened.is === "absent") return []
  if (opened.is === "closed") return [DatabaseFindings.closed(opened)]
  const { beside, contents, place, size } = opened
  if (beside === "log without its index") return [DatabaseFindings.logAlone(place)]
  return [
    ...DatabaseFindings.findings(opened, runner.isUp),
    ...(size !== undefined && size.log > longLog
      ? [{
        code: "LOG_LARGE",
        weight: "warning" as const,
        where: `${place}-wal`,
        message: `the write-ahead log has ${Format.size(size.log)}: a reader keeps the database open, so the log cannot be merged into the file`,
        next: "stop the program that has the file open besides the runner, such as a backup that hangs"
      }]
      : []),
    ...contentsOf(place, contents),
    ...AuthorizationFindings.findings(contents),
    ...WorkFindings.findings(contents, runner.isUp)
  ]
}

/** All findings, the most serious first. */
export const judge = (facts: Facts): ReadonlyArray<Finding> =>
  [...store(facts), ...surroundings(facts)].toSorted((one, other) => one.weight.localeCompare(other.weight))
