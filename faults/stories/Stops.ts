/** The runner gets SIGTERM while many deliveries are in flight, and then a second one (F4). */
import { exchange } from "@crossdock/e2e/support/http.ts"
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

/** The configured number of concurrent deliveries in these runs. */
const mostAtOnce = 32
/** Milliseconds in which a signal has been handled. */
const noticed = 1000

/** Polls the readiness until the process has ended; returns the answers with their times. */
const watch = async (world: World, until: Promise<unknown>) => {
  const seen: Array<{ readonly at: number; readonly status: number | "refused" }> = []
  const over = new AbortController()
  void until.then(() => over.abort())
  const begin = Date.now()
  while (!over.signal.aborted) {
    const status = await exchange(`${world.home.url}/readyz`, { timeoutMs: 2000 }).then((answer) => answer.status, () => "refused" as const)
    seen.push({ at: Date.now() - begin, status })
    await wait(20)
  }
  return { seen, took: Date.now() - begin }
}

/** The unfinished deliveries: in flight, and waiting. */
const owed = async (world: World): Promise<number> => {
  const { InFlight = 0, Pending = 0 } = await world.depth()
  return InFlight + Pending
}

/** One SIGTERM: nothing accepted is lost, nothing new is accepted or started, and the process ends after its running work. */
export const asked = (messages: number) => async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  sink.behaves(() => ({ after: 6000 }))
  await world.start()
  // Only batches, because a state is finished once a later one is accepted. A quarter may arrive or finish during the stop.
  let isSent = false
  const sending = producer.all(Array.from({ length: messages }, (_, index) => [batch(`ASN-${index}`, 1)]), 32).finally(() => {
    isSent = true
  })
  // A slow machine delivers many of them before it has accepted the last one.
  await eventually(async () => (isSent || (await owed(world)) >= messages * 0.75 ? true : undefined), { timeoutMs: 1_200_000, everyMs: 200, what: "messages that are owed" })
  const runner = world.runner()
  const pending = await owed(world)
  assert.isAtLeast(pending, messages / 10, "messages that are owed")
  const begun = sink.arrivals.lines().length
  const signalledAt = Date.now()
  process.kill(runner.pid, "SIGTERM")
  const { seen, took } = await watch(world, runner.exited)
  await world.deeds.append({ is: "stopped", at: Date.now() })
  assert.deepStrictEqual(await runner.exited, { code: 0, signal: null }, runner.stderr())
  assert.isAtMost(took, world.allowed(30_000, signalledAt), "milliseconds until it ended")
  assert.deepStrictEqual(seen.filter(({ at, status }) => status === 200 && at > noticed), [], "ready during the stop")
  const { InFlight: left = 0, Pending: unstarted = 0 } = await world.depth()
  assert.strictEqual(left, 0, "deliveries left in flight")
  // At most what was in flight or claimed at the signal; the next process sends the rest.
  const sent = sink.arrivals.lines().length - begun
  assert.isAtMost(sent, mostAtOnce * 2, "deliveries started during the stop")
  sink.behaves(() => ({}))
  await world.start()
  await sending
  await world.quiet(300_000)
  return { messages, "owed at the signal": pending, "left to the next": unstarted, "ended after ms": took, "not ready seen": seen.filter(({ status }) => status === 503).length }
}

/** Two SIGTERMs: the process does not wait for hanging requests. */
export const askedTwice = (longest: number) => async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  sink.behaves(() => ({ way: "hang" }))
  await world.start()
  await producer.all(entitiesOf(100), 16)
  const runner = world.runner()
  process.kill(runner.pid, "SIGTERM")
  await wait(500)
  const begin = Date.now()
  const isWaiting = !world.hasEnded()
  if (isWaiting) process.kill(runner.pid, "SIGTERM")
  await runner.exited
  const took = Date.now() - begin
  const { InFlight: inFlight = 0 } = await world.depth()
  await world.deeds.append({ is: "killed", at: Date.now(), inFlight })
  assert.isAtMost(took, world.allowed(longest, begin), "milliseconds after the second signal")
  sink.behaves(() => ({}))
  await world.start()
  await world.quiet()
  return { "was asked twice": String(isWaiting), "ended after ms": took, "left in flight": inFlight }
}
