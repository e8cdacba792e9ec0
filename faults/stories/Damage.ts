/** Damaged pages of SQLite: their content is lost, and comes back with the backup (F7). */
import { exchange } from "@crossdock/e2e/support/http.ts"
import { eventually, tempDir } from "@crossdock/e2e/support/processes.ts"
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"

export const fileOf = (world: World): string => join(world.home.data, "crossdock.sqlite")

/** Reads the readiness of the runner with its reasons, as an operator does. */
const readiness = (world: World) => exchange(`http://127.0.0.1:${world.home.adminPort}/readyz`)

/** The reasons of an unready runner. The small row of the readiness check may still be stored when a message is not. */
export const unready = async (world: World): Promise<string> =>
  eventually(async () => {
    const { body, status } = await readiness(world)
    return status === 503 ? body : undefined
  }, { what: "a runner that is not ready" })

export const ready = (world: World) =>
  eventually(async () => ((await readiness(world)).status === 200 ? true : undefined), { what: "a runner that is ready" })

export const diagnosis = async (world: World) => {
  const { code, err, out } = await world.home.crossdock("doctor", "--json")
  assert.strictEqual(err, "", "the doctor's own failures")
  const { findings } = JSON.parse(out) as { readonly findings: ReadonlyArray<{ readonly code: string; readonly where: string }> }
  assert.strictEqual(code, findings.length === 0 ? 0 : 1)
  return { codes: findings.map((finding) => finding.code), wheres: findings.map(({ where }) => where) }
}

/** Overwrites every leaf page of a table or an index after a checkpoint; returns how many. */
const spoil = (file: string, name: string): number => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec("pragma wal_checkpoint(truncate)")
  const pages = db.prepare("select pageno from dbstat where name = ? and pagetype = 'leaf'").all(name).map((row) => Number(row["pageno"]))
  const size = Number(db.prepare("pragma page_size").get()?.["page_size"])
  db.close()
  assert.isNotEmpty(pages, `leaf pages of ${name}`)
  const opened = openSync(file, "r+")
  for (const page of pages) writeSync(opened, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size)
  closeSync(opened)
  return pages.length
}

const reports = (name: string, count: number) => Array.from({ length: count }, (_, index) => [batch(`${name}-${index}`, 1)])

/** Accepts messages that wait when the backup is made, because the ERP cannot be reached. */
const owed = 40

/** Makes a backup after some work; returns its path. */
const until = async (world: World, folder: string): Promise<string> => {
  await world.wire.breaks({ accepts: "refuse" })
  await world.start()
  world.breaks("an ERP that is not there")
  await world.producer.all(reports("ASN-OWED", owed), 8)
  const copy = join(folder, "backup.sqlite")
  const db = new DatabaseSync(fileOf(world), { timeout: 5000 })
  db.exec(`vacuum into '${copy}'`)
  db.close()
  return copy
}

/** Checks that the doctor names the damage, and restores the backup as the guide describes. */
const restored = async (world: World, copy: string, tree: string): Promise<void> => {
  const damaged = await diagnosis(world)
  assert.isTrue(damaged.wheres.some((where) => where.includes(`${tree}, page `)), `${tree} among ${damaged.wheres.join("; ")}`)
  for (const end of ["-wal", "-shm"]) rmSync(`${fileOf(world)}${end}`, { force: true })
  copyFileSync(copy, fileOf(world))
  const { codes } = await diagnosis(world)
  assert.isEmpty(codes.filter((code) => code.endsWith("_DAMAGED")))
  await world.wire.breaks()
  world.heals()
  await world.start()
  await world.producer.all(reports("ASN-LATER", 5), 2)
  await world.quiet()
  assert.deepStrictEqual(await diagnosis(world), { codes: [], wheres: [] })
}

/** Checks that each start fails with a message that names the damage. */
const refusesToStart = async (world: World): Promise<void> => {
  const said = await world.start().then(() => "it started", String)
  assert.match(said, /the runner cannot start: .*it is damaged; run `crossdock doctor` to find out where/)
}

/** Once it has read the page, the runner acknowledges and sends nothing more, says so, and refuses to start again. */
const standsStill = async (world: World): Promise<number> => {
  const outcomes = await Promise.all(reports("ASN-LATER", 5).map(([report]) => world.producer.once(report!)))
  assert.notInclude(outcomes, "ok", "acknowledged by a damaged database")
  assert.include(await unready(world), "the database does not accept writes: it is damaged")
  assert.include((await diagnosis(world)).codes, "NOT_READY")
  assert.isFalse(world.hasEnded(), "the runner ended")
  assert.include(world.log(), "the database is damaged and no longer written to")
  await world.kill()
  for (let starts = 0; starts < 2; starts++) await refusesToStart(world)
  return outcomes.length
}

/** Backs the runner up, damages pages as `damaged` does, which returns its figures, and restores the backup. */
const withBackup = (what: string, damaged: (world: World) => Promise<Figures>) => async (world: World): Promise<Figures> => {
  const folder = tempDir("crossdock-damage-")
  try {
    const copy = await until(world, folder.path)
    const figures = await damaged(world)
    await restored(world, copy, what)
    return { ...figures, owed }
  } finally {
    folder.remove()
  }
}

const spoilPages = (world: World, name: string) => {
  world.breaks("a spoiled page", "store")
  return spoil(fileOf(world), name)
}

/** Damages the page while the runner works. */
export const spoiledWhileItRuns = (kind: "table" | "index", name: string) =>
  withBackup(`${kind} ${name}`, async (world) => ({ pages: spoilPages(world, name), refused: await standsStill(world) }))

/**
 * Damages a page that a start does not read while the runner is stopped: the first work that reads it stops the runner. The
 * ERP is available, so every delivery that is sent arrives, once.
 */
export const spoiledBehindTheStart = (kind: "table" | "index", name: string) =>
  withBackup(`${kind} ${name}`, async (world) => {
    await world.stop()
    const pages = spoilPages(world, name)
    await world.wire.breaks()
    // The work that is due may read the page before the runner was seen ready.
    await world.startUntilItAnswers()
    assert.include(await unready(world), "the database does not accept writes: it is damaged", "found by the work that is due")
    return { pages, refused: await standsStill(world) }
  })

/** Damages the page while the runner is stopped: the runner refuses to start, each time with the reason. */
export const spoiledWhileItIsStopped = (kind: "table" | "index", name: string) =>
  withBackup(`${kind} ${name}`, async (world) => {
    await world.stop()
    const pages = spoilPages(world, name)
    for (let starts = 0; starts < 2; starts++) await refusesToStart(world)
    return { pages }
  })
