/**
 * What deserves a look, of all that was seen: a pure function over facts. Each finding says what, where, and what to do next.
 */
import { names as migrations } from "../store/Migrations.ts"
import * as AuthorizationFindings from "./AuthorizationFindings.ts"
import * as DatabaseFindings from "./DatabaseFindings.ts"
import type { Contents, Facts } from "./Facts.ts"
import * as WorkFindings from "./WorkFindings.ts"
import * as Format from "./Format.ts"

export interface Finding {
  /** Stable, for scripts. */
  readonly code: string
  /** `error`: calls or deliveries fail, or will; `warning`: somebody waits, or will. */
  readonly weight: "error" | "warning"
  readonly where: string
  readonly message: string
  readonly next: string
}

export const skewed = 30_000
export const gigabyte = 1024 ** 3
export const smallDisk = 20 * gigabyte
/** Of SQLite's write-ahead log. */
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
      message: `the composition does not fit: ${first?.path ?? ""}: ${first?.message ?? ""}${composition.problems.length > 1 ? `, and ${composition.problems.length - 1} more` : ""}`,
      next: "`crossdock config check` lists all of it; ask both with the environment that the runner is started with"
    })
  }
  if (folder.readable.length > 0) {
    found.push({
      code: "SECRETS_READABLE",
      weight: "warning",
      where: folder.path,
      message: `others than their owner may read ${folder.readable.join(", ")}`,
      next: `chmod 700 the folder and chmod 600 the files; who has read ${folder.readable.includes("secret-key") ? "the key can open every secret in the database" : "them can ask the runner anything"}`
    })
  }
  if (folder.isThere && !folder.isWritable) {
    found.push({
      code: "FOLDER_READ_ONLY",
      weight: "warning",
      where: folder.path,
      message: "you may not write in the data folder, and a runner that is started by you may not either",
      next: "start the runner, and ask the doctor, as the user that owns the folder"
    })
  }
  if (disk !== undefined && disk.free < disk.of / 10 && disk.free < smallDisk) {
    const isNearlyFull = disk.free < disk.of / 20 && disk.free < 5 * gigabyte
    found.push({
      code: isNearlyFull ? "DISK_FULL" : "DISK_SMALL",
      weight: isNearlyFull ? "error" : "warning",
      where: folder.path,
      message: `${Format.size(disk.free)} of ${Format.size(disk.of)} are free; on a full disk no order is accepted`,
      next: "make room, or move the data folder while the runner is stopped; `crossdock retention` tells how long what is over is kept"
    })
  }
  if (sync !== undefined && "message" in sync) {
    found.push({
      code: "DISK_REFUSES",
      weight: "error",
      where: folder.path,
      message: `nothing could be written and kept there: ${sync.message}`,
      next: "look at the disk and the rights of the folder; until it takes writes, no order is accepted"
    })
  } else if (sync !== undefined && sync.median > 50) {
    found.push({
      code: "DISK_SLOW",
      weight: "warning",
      where: folder.path,
      message: `the disk takes ${sync.median.toFixed(0)} ms to keep 8 kB, at worst ${sync.slowest.toFixed(0)} ms; every order waits for that`,
      next: "move the data folder to a local disk, or see what else writes to this one"
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
      message: `the runner says that it is not ready: ${admin.reasons.join("; ")}`,
      next: "the other findings tell why; where there is none, read the runner's log"
    }]
  }
  if (isUp && admin.is !== "runner") {
    return [{
      code: "RUNNER_SILENT",
      weight: "error",
      where: at,
      message: "a runner holds the data folder and does not answer at its admin port",
      next: "give CROSSDOCK_ADMIN_PORT as the runner has it; where that is right it hangs: keep its log, end it with SIGTERM, and start it again"
    }]
  }
  if (isUp) return []
  if (admin.is === "runner") {
    return [{
      code: "OTHER_FOLDER",
      weight: "warning",
      where: at,
      message: "a runner answers there, and it is not the one of this data folder",
      next: "give CROSSDOCK_DATA as the runner has it, or another CROSSDOCK_ADMIN_PORT for the one to be started here"
    }]
  }
  const taken = [[admin, at, "CROSSDOCK_ADMIN_PORT"], [outside, `port ${port}`, "PORT"]] as const
  return taken.flatMap(([answer, where, variable]) =>
    answer === undefined || answer.is === "nobody" ? [] : [{
      code: "PORT_TAKEN",
      weight: "error" as const,
      where,
      message: "another program answers there, so the runner cannot start",
      next: `end it, or set ${variable} to a free port`
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
      message: `a newer release has changed the database (${newer.join(", ")}); this one knows ${migrations.at(-1)} and does not start on it`,
      next: "start the newer release, or restore the backup from before the upgrade"
    })
  }
  if (key === "refused" || key === "missing") {
    found.push({
      code: key === "refused" ? "KEY_REFUSED" : "KEY_MISSING",
      weight: "error",
      where: place,
      message: key === "refused" ? "its secrets were sealed with another CROSSDOCK_SECRET_KEY, so the runner does not start" : "its secrets are sealed, and there is no key, so the runner does not start",
      next: key === "refused"
        ? "give the key that it was first started with; where none was given, that is the file secret-key of the data folder it was made in"
        : "put the file secret-key of the data folder it was made in back, or set CROSSDOCK_SECRET_KEY to the key that it was first started with; no other key opens it, and a start makes none"
    })
  }
  if (unopened.length > 0) {
    const [first] = unopened
    found.push({
      code: "ROWS_SEALED_OTHERWISE",
      weight: "warning",
      where: `${first?.what} ${first?.id}`,
      message: `${unopened.length} rows do not open though the key is right: they were changed or copied by hand, or damaged`,
      next: "restore them from a backup; a delivery that does not open becomes a dead letter by itself"
    })
  }
  for (const { id, message } of misfits) {
    found.push({
      code: "MISFIT",
      weight: "warning",
      where: id,
      message: `it is stored and does not fit the composition: ${message}`,
      next: "mend the composition, or mend or remove it with crossdock connections and crossdock links"
    })
  }
  if (clockAhead !== undefined && (dialect === "sqlite" ? clockAhead > skewed : Math.abs(clockAhead) > skewed)) {
    found.push({
      code: "CLOCK",
      weight: "warning",
      where: "the clock of this machine",
      message: dialect === "sqlite"
        ? `the newest row is of a time that comes in ${Format.age(clockAhead)}: the clock was ahead, or is behind`
        : `it is ${Format.age(Math.abs(clockAhead))} ${clockAhead > 0 ? "behind" : "ahead of"} the clock of the database`,
      next: "let it be set by NTP; signatures with a time fail at peers whose clock is right"
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
        message: `the log has ${Format.size(size.log)}: something reads the database without an end, so it is not taken over into the file`,
        next: "end what has the file open beside the runner, such as a backup that hangs"
      }]
      : []),
    ...contentsOf(place, contents),
    ...AuthorizationFindings.findings(contents),
    ...WorkFindings.findings(contents, runner.isUp)
  ]
}

/** The gravest first. */
export const judge = (facts: Facts): ReadonlyArray<Finding> =>
  [...store(facts), ...surroundings(facts)].toSorted((one, other) => one.weight.localeCompare(other.weight))
