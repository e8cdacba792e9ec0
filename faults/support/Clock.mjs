// Moves the clock of one process, like faketime. Loaded first by `--import`.
//
// CROSSDOCK_FAULTS_CLOCK names a file with the offset in milliseconds, which is read at start and at each SIGUSR2.
import { readFileSync } from "node:fs"

const file = process.env.CROSSDOCK_FAULTS_CLOCK
const read = () => Number(readFileSync(file, "utf8"))
const RealDate = Date
const now = RealDate.now.bind(RealDate)
let offset = read()
process.on("SIGUSR2", () => {
  offset = read()
})

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now() + offset)
    else super(...args)
  }
  static now() {
    return now() + offset
  }
}
