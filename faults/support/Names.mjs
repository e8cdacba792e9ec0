// Replaces the DNS resolver of one process. Loaded first by `--import`.
//
// CROSSDOCK_FAULTS_NAMES names a JSON file that is read for each query. For each name it has the `address`, the delay in
// milliseconds (`after`), or the error code (`fails`). Other names are resolved by the system. A second file gets a line
// when each query starts and ends.
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
