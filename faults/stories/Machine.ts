/** A suspended process, no free file handles, and addresses that lead nowhere (F15, F18). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { spawnSync } from "node:child_process"
import { connect, type Socket } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

/** Suspends the process for a while, like a debugger or a machine that sleeps. */
export const freezes = (milliseconds: number) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  sink.behaves(() => ({ after: random.below(100) }))
  await world.start()
  const sending = producer.all(entitiesOf(200), 8)
  await wait(500)
  const { pid } = world.runner()
  world.breaks("a process that stands still", "machine")
  process.kill(pid, "SIGSTOP")
  await wait(milliseconds)
  process.kill(pid, "SIGCONT")
  await wait(500)
  world.heals()
  await sending
  await world.quiet()
  assert.isFalse(world.hasEnded(), "the runner ended")
  return { "stood for ms": milliseconds, messages: producer.accepted() }
}

/** More callers than the process may have open files. */
export const starves = (handles: number) => async (world: World): Promise<Figures> => {
  const { producer } = world
  await world.start()
  await producer.all(entitiesOf(20), 4)
  const { pid } = world.runner()
  world.breaks(`${handles} file handles`, "machine")
  spawnSync("prlimit", ["--pid", String(pid), `--nofile=${handles}:${handles}`])
  const idle: Array<Socket> = []
  for (let index = 0; index < handles * 2; index++) {
    const socket = connect(world.home.port, "127.0.0.1")
    socket.on("error", () => {})
    idle.push(socket)
  }
  await wait(2000)
  assert.isFalse(world.hasEnded(), "the runner ended")
  for (const socket of idle) socket.destroy()
  world.heals()
  await producer.all(entitiesOf(100), 8)
  await world.quiet()
  return { handles, callers: idle.length }
}

/** The ERP's address leads nowhere until an operator corrects it. */
export const namedWrong = (longest: number) => async (world: World): Promise<Figures> => {
  const { producer } = world
  await world.start()
  const began = Date.now()
  world.breaks("an ERP whose name leads nowhere")
  await producer.all(entitiesOf(20), 4)
  // An unknown name fails at once; an unreachable address fails after the connect timeout.
  const rows = await eventually(async () => {
    const found = await world.query("select outcome, detail, took from attempt")
    return found.length > 0 ? found : undefined
  }, { timeoutMs: 6 * longest, what: "a first attempt that was given up" })
  assert.deepStrictEqual([...new Set(rows.map(({ outcome }) => outcome))], ["TransportFailed"])
  const slowest = Math.max(...rows.map(({ took }) => Number(took)))
  assert.isAtMost(slowest, world.allowed(longest, began), "milliseconds until a connection was given up")
  assert.isEmpty(world.sink.arrivals.lines())
  await world.stop()
  await world.start({ CROSSDOCK_ERP_URL: `http://127.0.0.1:${world.wire.port}` })
  world.heals()
  await world.quiet()
  return { attempts: rows.length, "slowest in ms": slowest }
}
