/**
 * Findings about what surrounds a runner: its composition, its data folder, its disk, and its ports.
 */
import type { Facts } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

export const gigabyte = 1024 ** 3
export const smallDisk = 20 * gigabyte

export const findings = ({ composition, folder, runner }: Pick<Facts, "composition" | "folder" | "runner">): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const { disk, sync } = folder
  if (composition !== undefined && composition.problems.length > 0) {
    const [first] = composition.problems
    found.push({
      code: "COMPOSITION_INVALID",
      severity: "error",
      where: composition.file,
      message: `the composition is not valid: ${first?.path ?? ""}: ${first?.message ?? ""}${composition.problems.length > 1 ? `, and ${composition.problems.length - 1} more` : ""}`,
      next: "run `crossdock config check` to list all problems; run both commands with the environment of the runner"
    })
  }
  if (folder.readable.length > 0) {
    found.push({
      code: "SECRETS_READABLE",
      severity: "warning",
      where: folder.path,
      message: `other users of this machine can read ${folder.readable.join(", ")}`,
      next: `chmod 700 the folder and chmod 600 the files; whoever has read ${folder.readable.includes("secret-key") ? "the key can decrypt every secret in the database" : "them can use the admin API"}`
    })
  }
  if (folder.isThere && !folder.isWritable) {
    found.push({
      code: "FOLDER_READ_ONLY",
      severity: "warning",
      where: folder.path,
      message: "you may not write to the data folder, and neither may a runner that you start",
      next: "start the runner, and run `crossdock doctor`, as the user who owns the folder"
    })
  }
  if (disk !== undefined && disk.free < disk.of / 10 && disk.free < smallDisk) {
    const isNearlyFull = disk.free < disk.of / 20 && disk.free < 5 * gigabyte
    found.push({
      code: isNearlyFull ? "DISK_FULL" : "DISK_SMALL",
      severity: isNearlyFull ? "critical" : "warning",
      where: folder.path,
      message: `only ${Format.size(disk.free)} of ${Format.size(disk.of)} are free; with a full disk no order is accepted`,
      next: "free space, or move the data folder while the runner is stopped; `crossdock retention` shows how long finished work is kept"
    })
  }
  if (sync !== undefined && "message" in sync) {
    found.push({
      code: "DISK_REFUSES",
      severity: "critical",
      where: folder.path,
      message: `a test file could not be written to the data folder: ${sync.message}`,
      next: "check the disk and the permissions of the folder; until it can be written to, no order is accepted"
    })
  } else if (sync !== undefined && sync.median > 50) {
    found.push({
      code: "DISK_SLOW",
      severity: "warning",
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
      severity: "critical",
      where: at,
      message: `the runner reports that it is not ready: ${admin.reasons.join("; ")}`,
      next: "see the other findings for the cause; if there is none, read the log of the runner"
    }]
  }
  if (isUp && admin.is !== "runner") {
    return [{
      code: "RUNNER_SILENT",
      severity: "critical",
      where: at,
      message: "a runner holds the data folder but does not answer at its admin port",
      next: "set CROSSDOCK_ADMIN_PORT as the runner has it; if it is correct, the runner hangs: keep its log, stop it with SIGTERM, and start it again"
    }]
  }
  if (isUp) return []
  if (admin.is === "runner") {
    return [{
      code: "OTHER_FOLDER",
      severity: "warning",
      where: at,
      message: "the runner that answers there does not use this data folder",
      next: "set CROSSDOCK_DATA as that runner has it, or another CROSSDOCK_ADMIN_PORT for a runner of this folder"
    }]
  }
  const taken = [[admin, at, "CROSSDOCK_ADMIN_PORT"], [outside, `port ${port}`, "PORT"]] as const
  return taken.flatMap(([answer, where, variable]) =>
    answer === undefined || answer.is === "nobody" ? [] : [{
      code: "PORT_TAKEN",
      severity: "error" as const,
      where,
      message: "another program uses the port, so the runner cannot start",
      next: `stop that program, or set ${variable} to a free port`
    }])
}
