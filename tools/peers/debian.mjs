// Brings programs of Debian for tests: packages are downloaded and unpacked into a folder, nothing is installed, and no root is needed.
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** Downloads packages into a folder. Returns the problem; undefined if there is none. */
export const download = (folder, packages) => {
  mkdirSync(folder, { recursive: true })
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const run = (command, ...args) => spawnSync(command, args, { cwd: folder, encoding: "utf8" })
  const downloaded = () => run("apt-get", "download", ...packages)
  let done = downloaded()
  if (done.status !== 0) {
    const [command, ...args] = [...prefix, "apt-get", "update"]
    run(command, ...args)
    done = downloaded()
  }
  return done.status === 0 ? undefined : `apt-get download ended with ${done.status}: ${String(done.stderr).slice(-1000)}`
}

/** Unpacks the packages of a folder into another. Returns the problem; undefined if there is none. */
export const unpack = (folder, into) => {
  mkdirSync(into, { recursive: true })
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".deb"))) {
    const { status, stderr } = spawnSync("dpkg", ["-x", join(folder, file), into], { encoding: "utf8" })
    if (status !== 0) return `dpkg -x ${file} ended with ${status}: ${stderr}`
  }
  return undefined
}
