// Answers the names of one process in place of the system's resolver: loaded before everything else by `--import`.
//
// CROSSDOCK_FAULTS_NAMES names a file that holds JSON, read anew at each question: for a name its `address`, after how many
// milliseconds it is told (`after`), or with which code it `fails`. What is not in the file the system answers. How many
// questions are open stands in the file beside it, one line for each that begins or ends.
import dns from "node:dns"
import { appendFileSync, readFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const file = process.env.CROSSDOCK_FAULTS_NAMES
const real = dns.lookup
let open = 0

dns.lookup = (hostname, options, callback) => {
  const known = JSON.parse(readFileSync(file, "utf8"))[hostname]
  if (known === undefined) return real(hostname, options, callback)
  const note = (change) => {
    open += change
    appendFileSync(`${file}.open`, `${open}\n`)
  }
  note(1)
  setTimeout(() => {
    note(-1)
    if (known.fails !== undefined) return callback(Object.assign(new Error(`${known.fails} ${hostname}`), { code: known.fails }))
    if (options.all === true) callback(null, [{ address: known.address, family: 4 }])
    else callback(null, known.address, 4)
  }, known.after ?? 0)
}
syncBuiltinESMExports()
