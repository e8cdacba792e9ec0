// Moves the clock of one process, as faketime would: loaded before everything else by `--import`.
//
// CROSSDOCK_FAULTS_CLOCK names a file that holds a number of milliseconds; it is read at start, and again at each SIGUSR2.
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
