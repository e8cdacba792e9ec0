/** Callers send more than fits into memory, or the process gets hardly any CPU time (F15). */
import { exchange } from "@crossdock/e2e/support/http.ts"
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import type { Figures } from "../support/RunAndJudge.ts"
import { shop, type World } from "../support/World.ts"
import { live, settled } from "./Creates.ts"
import { entitiesOf } from "./Kills.ts"
import { statusOf } from "./Outage.ts"

/** The limit of old space in megabytes; an idle runner uses 45. */
export const heap = 160
const megabyte = 1024 * 1024
/** The memory that 75 half-sent bodies of the greatest size would need. */
const bodies = { count: 75, size: 8 * megabyte }
/** Resident memory in megabytes. */
const mostResident = 450

/** Sends unsigned bodies without completing them. */
const halfSent = async (world: World): Promise<ReadonlyArray<Socket>> => {
  const body = Buffer.alloc(bodies.size - 1, "x")
  const head = `POST /callbacks/house/sys/automatic/receiveAsn/faults HTTP/1.1\r\nhost: runner\r\ncontent-length: ${bodies.size}\r\n\r\n`
  return Promise.all(Array.from({ length: bodies.count }, () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(world.home.port, "127.0.0.1")
      socket.on("error", () => resolve(socket))
      socket.on("close", () => resolve(socket))
      socket.write(head)
      socket.write(body, () => resolve(socket))
    })))
}

/** A signed create with a label of a megabyte. */
const labelled = (orderNumber: string): string => {
  const content = JSON.stringify(orderOf(orderNumber, { labelData: "A".repeat(megabyte) }))
  const signed = createHash("sha1").update(JSON.stringify({ accessId: shop.accessId, content }) + shop.secretKey).digest("hex")
  return JSON.stringify({ accessId: shop.accessId, method: "createOrder", content, sign: signed })
}

/** Repeats a create until it is accepted; returns how often it got 503. */
const insist = async (world: World, orderNumber: string): Promise<number> => {
  const body = labelled(orderNumber)
  let sentAway = 0
  let last = ""
  await eventually(async () => {
    const contentType = "application/json"
    const answer = await exchange(world.home.service, { method: "POST", body, headers: { "content-type": contentType } })
    world.messages.keepServed({ protocol: "warehouse-envelope", method: "createOrder", request: { contentType, body }, answer })
    last = answer.body
    if (answer.status === 503) {
      assert.strictEqual(answer.headers["retry-after"], "1")
      sentAway += 1
    }
    return /"success":\s*true/.test(answer.body) ? true : undefined
  }, { timeoutMs: 90_000, everyMs: 500, what: `a success for ${orderNumber}` }).catch((error: unknown) => {
    throw new Error(`${String(error)}; the last answer, after ${sentAway} times 503: ${last}`)
  })
  return sentAway
}

/** Half-sent bodies, and then creates that all wait for a provider that does not answer. */
export const crowded = (orders: number) => async (world: World): Promise<Figures> => {
  const { front, producer } = world
  await world.start()
  const { pid } = world.runner()
  world.breaks("callers that send more than the memory holds", "machine")
  const sockets = await halfSent(world)
  const resident = statusOf(pid, "VmRSS")
  assert.isAtMost(resident, mostResident, "megabytes resident with half-sent bodies")
  for (const socket of sockets) socket.destroy()
  front.behaves(() => ({ way: "hang", acts: true }))
  const reports = producer.all(entitiesOf(100), 4)
  const creating = Promise.all(Array.from({ length: orders }, (_, index) => insist(world, `SO-LABEL-${index}`)))
  await wait(5000)
  front.behaves(() => undefined)
  const sentAway = (await creating).reduce((sum, count) => sum + count, 0)
  await reports
  world.heals()
  await settled(world)
  await world.quiet()
  assert.isFalse(world.hasEnded(), "the runner ended")
  assert.isAbove(sentAway, 0, "callers that got 503")
  const standing = await live(world)
  assert.deepStrictEqual([...standing.values()], Array.from({ length: orders }, () => 1), "orders at the provider")
  return { orders, "sent away": sentAway, "resident MB with half-sent bodies": Math.round(resident), "peak MB": Math.round(statusOf(pid, "VmHWM")) }
}

/** The CPU time of a process in clock ticks. */
const ticksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
  return Number(fields[11]) + Number(fields[12])
}
/** Clock ticks per second. */
const ticks = 100

/** Runs the process on the same core as a busy process with a higher priority. */
export const throttled = (seconds: number) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  sink.behaves(() => ({ after: random.below(100) }))
  await world.start()
  const { pid } = world.runner()
  const before = ticksOf(pid)
  world.breaks("a processor that others use", "machine")
  spawnSync("taskset", ["-a", "-p", "-c", "0", String(pid)])
  spawnSync("renice", ["-n", "10", "-p", String(pid)])
  const busy = spawn("taskset", ["-c", "0", process.execPath, "-e", "for (;;);"], { stdio: "ignore" })
  try {
    const sending = producer.all(entitiesOf(200), 8)
    await wait(seconds * 1000)
    const [share, accepted] = [(ticksOf(pid) - before) / (ticks * seconds), producer.accepted()]
    busy.kill("SIGKILL")
    // Without the right to raise the priority again, the process keeps the low one.
    spawnSync("renice", ["-n", "0", "-p", String(pid)])
    world.heals()
    await sending
    await world.quiet()
    assert.isFalse(world.hasEnded(), "the runner ended")
    return { "throttled for s": seconds, "share of a core %": Math.round(share * 100), "accepted meanwhile": accepted, messages: producer.accepted() }
  } finally {
    busy.kill("SIGKILL")
  }
}

/** Longer than a lease plus the time until another node notices. */
const oversleeps = 12_000

/** Suspends the first of two nodes until its lease is over and the other node has sent what it had claimed. */
export const overslept = (messages: number) => async (world: World): Promise<Figures> => {
  const { deeds, producer, sink } = world
  sink.behaves(() => ({ after: 1500 }))
  await world.start()
  const { pid } = world.runner()
  const sending = producer.all(entitiesOf(messages), 16)
  await eventually(() => (sink.open() >= 4 ? true : undefined), { what: "deliveries on their way" })
  process.kill(pid, "SIGSTOP")
  const at = Date.now()
  const { InFlight: inFlight = 0 } = await world.depth()
  // Its outcomes are no longer stored, as if it had been killed.
  await deeds.append({ is: "killed", at, inFlight })
  sink.behaves(() => ({}))
  await world.second!.start()
  await eventually(async () => ((await world.depth())["InFlight"] === undefined ? true : undefined), { timeoutMs: oversleeps * 2, what: "another node that takes over" })
  const tookOver = Date.now() - at
  await wait(Math.max(0, oversleeps - tookOver))
  process.kill(pid, "SIGCONT")
  await sending
  await world.quiet()
  await eventually(() => (world.log().includes("this node was suspended for longer than its lease") ? true : undefined), { what: "a node that learns that it was struck out" })
  assert.isFalse(world.hasEnded(), "the runner ended")
  return { messages, "in flight when it stood": inFlight, "taken over after ms": tookOver }
}
