// Programs of Debian that a test starts and that the system installs.
import { spawnSync } from "node:child_process"

/**
 * `{ isPrepared, prepare }` for programs that these packages bring. `prepare` installs them with root rights or a sudo that asks nothing, if
 * that is allowed, and returns the remaining problem; undefined if there is none.
 */
export const programs = (title, names, packages) => {
  const commands = [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", ...packages]]
  const isPrepared = () => names.every((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0)
  const prepare = ({ mayInstall }) => {
    if (isPrepared()) return undefined
    if (!mayInstall) return `${title} is not installed; on Debian it comes with: ${commands.map((line) => line.join(" ")).join(" && ")}`
    const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
    for (const line of commands) {
      const [command, ...args] = [...prefix, ...line]
      const done = spawnSync(command, args, { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
      if (done.status !== 0) return `${line.join(" ")} ended with ${done.status}: ${String(done.stderr).slice(-1000)}`
    }
    return isPrepared() ? undefined : `${title} is not there after its installation`
  }
  return { isPrepared, prepare }
}

/** Prepares when a script is started by itself. */
export const main = ({ prepare }) => {
  const problem = prepare({ mayInstall: process.env.CI === "true" || process.argv.includes("--install") })
  if (problem === undefined) return
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}
