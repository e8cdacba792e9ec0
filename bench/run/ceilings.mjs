// Measures the maximum performance of this machine: `node ceilings.mjs <folder> <seconds each>` prints one JSON object. It
// runs in a separate process on the core of the server; `raw` serves the requests for the last figure.
import { createHash } from "node:crypto"
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const [, , folder, seconds] = process.argv
mkdirSync(folder, { recursive: true })

/** Operations per second; one call counts as the given number. */
const rateOf = (work, each = 1) => {
  const end = performance.now() + Number(seconds) * 1000
  const start = performance.now()
  let count = 0
  while (performance.now() < end) {
    work()
    count += each
  }
  return Math.round((count * 1000) / (performance.now() - start))
}

const fsyncs = () => {
  const file = join(folder, "fsync")
  const descriptor = openSync(file, "w")
  const block = Buffer.alloc(8192, 7)
  let at = 0
  const rate = rateOf(() => {
    writeSync(descriptor, block, 0, block.length, (at++ % 1024) * block.length)
    fdatasyncSync(descriptor)
  })
  closeSync(descriptor)
  rmSync(file)
  return rate
}

const commits = (rows) => {
  const file = join(folder, `commits-${rows}.sqlite`)
  const db = new DatabaseSync(file)
  db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; create table t (id integer primary key, body text not null)")
  const insert = db.prepare("insert into t (body) values (?)")
  const body = "x".repeat(1500)
  const rate = rateOf(() => {
    db.exec("BEGIN IMMEDIATE")
    for (let row = 0; row < rows; row++) insert.run(body)
    db.exec("COMMIT")
  }, rows)
  db.close()
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true })
  return rate
}

const sha1 = () => {
  const block = Buffer.alloc(1500, 7)
  return Math.round((rateOf(() => createHash("sha1").update(block).digest("hex")) * block.length) / 1e6)
}

const figures = { fsyncPerS: fsyncs(), commitsPerS: commits(1), rowsIn64PerS: commits(64), sha1MBPerS: sha1() }
const server = createServer((request, response) => {
  request.on("data", () => {})
  request.on("end", () => response.end("x"))
})
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.({ ceilings: figures }))
process.on("SIGTERM", () => process.exit(0))
