/** SQLite on a failing disk, and the order of disk operations (F7, F8, F23). */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { spawnSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import { trace } from "../support/Tools.ts"
import type { World } from "../support/World.ts"
import { diagnosis, fileOf, ready, unready } from "./Damage.ts"
import { entitiesOf } from "./Kills.ts"

/** Checks for each answer that its commit was fsynced after the request was read and before the answer was written. */
export const unforced = (traced: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let isForced = false
  let isAsked = false
  for (const line of traced.split("\n")) {
    const [, time = "", text = ""] = /^\d+ +(\d+\.\d+) (.*)$/.exec(line) ?? []
    if (/^(?:read|recvfrom|recvmsg|<\.\.\. read resumed).*POST \/callbacks\//.test(text)) {
      isAsked = true
      isForced = false
    }
    if (/^(?:fdatasync|fsync)\(.*-wal>\) *= 0|^<\.\.\. (?:fdatasync|fsync) resumed>.* = 0/.test(text)) isForced = true
    if (/^(?:write|writev|sendto|sendmsg)\(.*success/.test(text) && isAsked) {
      if (!isForced) found.push(`at ${time}`)
      isAsked = false
    }
  }
  return found
}

/** Sends one request after the other under strace; nothing else writes, because the ERP is down. */
export const inOrder = (messages: number) => async (world: World): Promise<Figures> => {
  const folder = tempDir("crossdock-strace-")
  try {
    await world.wire.breaks({ accepts: "refuse" })
    await world.start()
    world.breaks("an ERP that is not there")
    await world.producer.all([[batch("ASN-FIRST", 1)]], 1)
    await wait(500)
    const traced = await trace(world.runner().pid, join(folder.path, "calls"), [
      "-s",
      "400",
      "-e",
      "trace=read,recvfrom,recvmsg,write,writev,sendto,sendmsg,fdatasync,fsync"
    ])
    await world.producer.all([Array.from({ length: messages }, (_, index) => batch("ASN-1", index + 1))], 1)
    await traced.stop()
    await world.wire.breaks()
    world.heals()
    await world.quiet(90_000)
    const early = unforced(traced.text())
    return { messages, "answers before the fsync": early.length }
  } finally {
    folder.remove()
  }
}

/** The disk fails for a while: nothing is acknowledged that was not stored, and work continues afterwards. */
export const refuses = (inject: string) => async (world: World): Promise<Figures> => {
  const { producer } = world
  const folder = tempDir("crossdock-strace-")
  try {
    await world.start()
    await producer.all(entitiesOf(50), 8)
    world.breaks(inject, "store")
    const [call = ""] = inject.split(":")
    const traced = await trace(world.runner().pid, join(folder.path, "calls"), ["-e", `trace=${call}`, "-e", `inject=${inject}`])
    const before = producer.history.lines().length
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => producer.once(batch(`ASN-REFUSED-${index}`, 1))))
    await wait(500)
    await traced.stop()
    world.heals()
    assert.notInclude(outcomes, "ok", `acknowledged although ${inject}`)
    assert.isFalse(world.hasEnded(), "the runner ended")
    await producer.all(Array.from({ length: 10 }, (_, index) => [batch(`ASN-REFUSED-${index}`, 1)]), 4)
    await world.quiet(90_000)
    return { inject, refused: producer.history.lines().slice(before).filter((line) => line.is === "ended" && line.outcome !== "ok").length }
  } finally {
    folder.remove()
  }
}

/** A second writer locks the database for a while. */
export const busy = (milliseconds: number) => async (world: World): Promise<Figures> => {
  const { producer } = world
  await world.start()
  const sending = producer.all(entitiesOf(100), 8)
  await wait(200)
  world.breaks("a second writer", "store")
  const other = new DatabaseSync(fileOf(world), { timeout: 5000 })
  other.exec("begin immediate")
  await wait(milliseconds)
  other.exec("rollback")
  other.close()
  world.heals()
  await sending
  await world.quiet(90_000)
  assert.isFalse(world.hasEnded(), "the runner ended")
  return { messages: producer.accepted(), "held for ms": milliseconds }
}

/** Makes a backup while the runner works, and checks that it is complete. */
export const backup = async (world: World): Promise<Figures> => {
  const { producer } = world
  const folder = tempDir("crossdock-backup-")
  try {
    await world.start()
    const sending = producer.all(entitiesOf(200), 8)
    const counts: Array<number> = []
    for (let index = 0; index < 3; index++) {
      await wait(300)
      const atLeast = producer.accepted()
      const file = join(folder.path, `backup-${index}`)
      const source = new DatabaseSync(fileOf(world), { timeout: 5000 })
      source.exec(`vacuum into '${file}'`)
      source.close()
      const copy = new DatabaseSync(file, { readOnly: true })
      assert.deepStrictEqual(copy.prepare("pragma integrity_check").all().map((row) => row["integrity_check"]), ["ok"])
      const [row] = copy.prepare("select count(*) as n from delivery").all()
      counts.push(Number(row?.["n"]))
      copy.close()
      assert.isAtLeast(counts.at(-1)!, atLeast, "deliveries in the backup")
    }
    await sending
    await world.quiet()
    return { backups: counts.length, "deliveries in the last": counts.at(-1)! }
  } finally {
    folder.remove()
  }
}

/** An incomplete write: half a frame is at the end of the write-ahead log after a kill. */
export const torn = async (world: World): Promise<Figures> => {
  const { producer } = world
  await world.start()
  const sending = producer.all(entitiesOf(200), 8)
  await wait(400)
  await world.kill()
  appendFileSync(`${fileOf(world)}-wal`, Buffer.alloc(1000, 0x5a))
  await world.start()
  await sending
  await world.quiet()
  return { messages: producer.accepted() }
}

/** The maximum size of the file and its log in bytes: enough for some messages, each of which takes five pages or more. */
const room = 512 * 1024

/** The disk is full: nothing is acknowledged that was not stored, and work continues when there is room again. */
export const full = async (world: World): Promise<Figures> => {
  const { producer } = world
  await world.start()
  await producer.all(entitiesOf(50), 8)
  await world.quiet()
  const { pid } = world.runner()
  const db = new DatabaseSync(fileOf(world), { timeout: 5000 })
  db.exec("pragma wal_checkpoint(truncate)")
  db.close()
  world.breaks("a database that may not grow", "store")
  spawnSync("prlimit", ["--pid", String(pid), `--fsize=${room}:`])
  const taken: Array<string> = []
  let [sent, refused] = [0, 0]
  const fill = async () => {
    for (const until = refused + 5; refused < until && sent < 1000; sent++) {
      if (await producer.once(batch(`ASN-FULL-${sent}`, 1)) === "ok") taken.push(`ASN-FULL-${sent}`)
      else refused++
    }
    assert.match(await unready(world), /the database does not accept writes: (?:it is full|its disk fails)/)
    return (await diagnosis(world)).codes
  }
  // A log that was reset has room for a while, so the runner may be unready and the doctor not see it.
  let codes = await fill()
  for (let tries = 1; tries < 4 && !codes.includes("NOT_READY"); tries++) codes = await fill()
  assert.include(codes, "NOT_READY")
  assert.isAtLeast(refused, 5, "messages refused by a database without room")
  assert.isNotEmpty(taken)
  assert.isFalse(world.hasEnded(), "the runner ended")
  const stored = new Set((await world.query("select entity from delivery")).map(({ entity }) => String(entity)))
  for (const entity of taken) assert.isTrue([...stored].some((each) => each.endsWith(entity)), `${entity} was acknowledged and is not stored`)
  spawnSync("prlimit", ["--pid", String(pid), "--fsize=unlimited:"])
  world.heals()
  await producer.all(Array.from({ length: 10 }, (_, index) => [batch(`ASN-ROOM-${index}`, 1)]), 4)
  await world.quiet()
  await ready(world)
  return { "taken before it was full": taken.length, refused }
}
