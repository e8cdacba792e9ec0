/**
 * Findings about a clock that is wrong, a disk that fills up, and a database that is locked or damaged, each made for real: the page that
 * stays open says so, also while the database takes nothing, and shows that they have ended (issue 27).
 */
import { closeSync, copyFileSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Known } from "../support/http.ts"
import type { Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { withBrowser } from "./support/Browser.ts"
import { administrator, areUnderstood, haveBegun, rowOf, unproven, type Watched, watch } from "./support/Findings.ts"

withBrowser()

let home: Home
let running: Running
let watched: Watched
let found: ReadonlyArray<Known>

const machineFile = (): string => join(dirname(home.data), "machine.json")
const machineIs = (state: Known): void => writeFileSync(machineFile(), JSON.stringify(state))

/** Writes over the first page of a table, as a failing disk does. */
const damage = (file: string, table: string): void => {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  const { page_size: size } = database.prepare("pragma page_size").get() as { readonly page_size: number }
  const { rootpage } = database.prepare("select rootpage from sqlite_schema where name = ?").get(table) as { readonly rootpage: number }
  database.exec("pragma wal_checkpoint(truncate)")
  const disk = openSync(file, "r+")
  writeSync(disk, Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size)
  closeSync(disk)
  // Whoever has read the page before reads it again.
  database.exec("create table noted (at integer)")
  database.close()
}

beforeAll(async () => {
  home = await homeOf()
  machineIs({})
  running = await home.start({ MACHINE_FILE: machineFile(), NODE_OPTIONS: `--import=${fileURLToPath(new URL("../support/machine.mjs", import.meta.url))}` })
  const { code, err } = await home.crossdock("call", "createOrder", "--example")
  expect(code, err).toBe(0)
  const visit = await administrator(home)
  machineIs({ clockAheadMs: -300_000, diskFree: 0.07 })
  found = await haveBegun(home, [{ code: "CLOCK", where: "the clock of this machine" }, { code: "DISK_SMALL", where: home.data }])
  watched = await watch(home, visit)
}, 200_000)

afterAll(() => home?.remove())

describe("findings of a clock, a disk and a database", () => {
  it("are understood from the page, and end once the clock is right and the disk has space (issue 27)", async () => {
    await areUnderstood(watched.page, found)
    machineIs({})
    await watched.showsTheEndOf(found)
  })

  it("say that the database takes nothing, on a page that it cannot have stored, and end once the other program has closed it (issue 27)", async () => {
    const editor = new DatabaseSync(join(home.data, "crossdock.sqlite"), { timeout: 10_000 })
    editor.exec("begin immediate")
    try {
      const closed = await haveBegun(home, [{ code: "DATABASE_CLOSED", where: join(home.data, "crossdock.sqlite"), says: /another process has locked it/ }])
      await rowOf(watched.page, closed[0]!).waitFor({ timeout: 60_000 })
      await areUnderstood(watched.page, closed)
      editor.exec("rollback")
      await watched.showsTheEndOf(closed)
    } finally {
      editor.close()
    }
  })

  it("say that the database is damaged, and end once its backup is put in its place, as the text says (issue 27)", async () => {
    const file = join(home.data, "crossdock.sqlite")
    const backup = join(dirname(home.data), "backup")
    const made = await home.crossdock("backup", backup)
    expect(made.code, made.err).toBe(0)
    damage(file, "setting")
    const damaged = await haveBegun(home, [{ code: "DATABASE_DAMAGED", where: file }])
    await rowOf(watched.page, damaged[0]!).waitFor({ timeout: 60_000 })
    await areUnderstood(watched.page, damaged)
    await running.kill()
    copyFileSync(join(backup, "crossdock.sqlite"), file)
    for (const beside of ["-wal", "-shm"]) rmSync(`${file}${beside}`, { force: true })
    const doctor = await home.crossdock("doctor", "--json")
    expect(doctor.out).not.toContain("DATABASE_DAMAGED")
    running = await home.start()
    await watched.showsTheEndOf(damaged, true)
  })

  it("were each looked at on the page, which showed each end without being loaded again (issue 27)", () => {
    expect(unproven()).toEqual([])
  })
})
