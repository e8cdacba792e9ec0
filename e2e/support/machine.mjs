// Gives a runner another machine, as `MACHINE_FILE` says it at each moment: a clock that is wrong, a disk that is nearly full, a folder that
// its user may not write to. Loaded before the runner, by --import. Tests of the findings use it, because a test neither fills the disk of
// the machine nor sets its clock, and root may write to every folder.
//
//   {"clockAheadMs": -3600000, "diskFree": 0.07, "readOnly": true}
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const file = process.env.MACHINE_FILE ?? ""
let machine = {}
const look = () => {
  try {
    machine = JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    // It is being written at this moment.
  }
}
look()
setInterval(look, 100).unref()

const now = Date.now.bind(Date)
Date.now = () => now() + (machine.clockAheadMs ?? 0)

const { accessSync, statfsSync } = fs
fs.statfsSync = (path) => {
  const found = statfsSync(path)
  return machine.diskFree === undefined ? found : { ...found, bsize: 4096, blocks: 2 ** 20, bavail: Math.floor(machine.diskFree * 2 ** 20) }
}
fs.accessSync = (path, mode) => {
  if (machine.readOnly === true && mode === fs.constants.W_OK) throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" })
  accessSync(path, mode)
}
syncBuiltinESMExports()
