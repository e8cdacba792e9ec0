// Prepares nginx for the test that puts it as a proxy in front of a runner.
//
//   node tools/peers/nginx.mjs [--install]
//
// The Debian package is installed only with CI=true or --install. Otherwise the command is printed and the test is
// skipped. No dependencies; Node 20 or newer.
import { spawnSync } from "node:child_process"
import { pathToFileURL } from "node:url"

const installCommands = [
  ["apt-get", "update"],
  ["apt-get", "install", "-y", "--no-install-recommends", "nginx", "openssl"]
]

/** Whether a test can start nginx and make a certificate for it. */
export const isPrepared = () => ["nginx", "openssl"].every((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0)

/** Installs nginx if that is allowed, and returns the remaining problem; undefined if there is none. */
export const prepare = ({ mayInstall }) => {
  if (isPrepared()) return undefined
  if (!mayInstall) return `nginx is not installed; on Debian it comes with: ${installCommands.map((line) => line.join(" ")).join(" && ")}`
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  for (const line of installCommands) {
    const [command, ...args] = [...prefix, ...line]
    const done = spawnSync(command, args, { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    if (done.status !== 0) return `${line.join(" ")} ended with ${done.status}: ${String(done.stderr).slice(-1000)}`
  }
  return isPrepared() ? undefined : "nginx is not there after its installation"
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const problem = prepare({ mayInstall: process.env.CI === "true" || process.argv.includes("--install") })
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
