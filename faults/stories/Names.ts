/** The ERP's DNS name is not resolved or changes, or its address drops all packets (F18). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { Proxy } from "@crossdock/testkit/peers"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import type { BlackHole } from "../support/BlackHole.ts"
import { batch, type Report } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

export interface Known {
  readonly address?: string
  readonly after?: number
  readonly fails?: string
}

const preload = fileURLToPath(new URL("../support/Names.mjs", import.meta.url))

/** A DNS resolver for one runner. */
export const resolverOf = (folder: string) => {
  const file = join(folder, "names.json")
  writeFileSync(file, "{}")
  return {
    env: { CROSSDOCK_FAULTS_NAMES: file, NODE_OPTIONS: `--import=${preload}` },
    message: (names: Readonly<Record<string, Known>>) => writeFileSync(file, JSON.stringify(names)),
    /** The highest number of concurrent DNS queries. */
    mostOpen: () => existsSync(`${file}.open`) ? Math.max(...readFileSync(`${file}.open`, "utf8").trimEnd().split("\n").map(Number)) : 0
  }
}
export type Resolver = ReturnType<typeof resolverOf>

/** The limit of the reliability document plus a margin for a busy machine, in milliseconds. */
const connectTimeout = 3000
export const givenUp = connectTimeout + 3000
/** Milliseconds from acceptance to arrival without a fault, for 19 of 20 messages: a busy machine may stand still for a moment. */
const undelayed = 2500

const elsewhere = (report: Report): Report => ({ ...report, by: "other-house" })

/** Sends messages to the working ERP, one after the other until the end; returns the time within which 19 of 20 arrived. */
const besides = async (world: World, until: AbortSignal): Promise<number> => {
  const { producer, sink } = world
  let count = 0
  for (; !until.aborted; count++) {
    await producer.all([[elsewhere(batch(`ASN-OTHER-${count}`, 1))]], 1)
    await wait(20)
  }
  const arrived = () => sink.arrivals.lines().filter(({ entity }) => entity.startsWith("ASN-OTHER-")).length
  await eventually(() => (arrived() >= count ? true : undefined), { what: "all messages at the ERP that works" })
  const keys = new Map(producer.history.lines().flatMap((line) => (line.is === "sent" ? [[line.id, line.key] as const] : [])))
  const accepted = new Map(producer.history.lines().flatMap((line) =>
    line.is === "ended" && line.outcome === "ok" ? [[keys.get(line.id)!, line.at] as const] : []))
  const waits = sink.arrivals.lines().flatMap(({ at, entity, key }) => entity.startsWith("ASN-OTHER-") ? [at - (accepted.get(key) ?? at)] : [])
  return waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.95) - 1] ?? 0
}

const attemptsOf = async (world: World, connection: string) =>
  (await world.query(`select a.outcome, a.detail, a.at, a.took from attempt a join delivery d on a.subject = d.id where d.connection = '${connection}'`))
    .map(({ at, detail, outcome, took }) => ({ outcome: String(outcome), detail: String(detail), at: Number(at), took: Number(took) }))

const failuresOf = async (world: World) => (await attemptsOf(world, "erp")).filter(({ outcome }) => outcome !== "delivered")

/** While one ERP is unreachable, the other gets its messages as usual; the first gets them once it is reachable again. */
const apart = async (world: World, broken: () => Promise<Figures>, mend: () => Promise<unknown>): Promise<Figures> => {
  const began = Date.now()
  const over = new AbortController()
  const others = besides(world, over.signal)
  const figures = await broken().finally(() => over.abort())
  const slowest = await others
  await mend()
  world.heals()
  await world.quiet()
  const failures = await failuresOf(world)
  assert.deepStrictEqual([...new Set(failures.map(({ detail, outcome }) => `${outcome}: ${detail}`))], [
    "TransportFailed: the peer could not be reached; nothing was sent"
  ])
  const longest = Math.max(...failures.map(({ took }) => took))
  assert.isAtMost(longest, world.allowed(givenUp, began), "milliseconds until a connection was given up")
  assert.isAtMost(slowest, world.allowed(undelayed, began), "milliseconds that 19 of 20 messages to another ERP waited")
  return { ...figures, failures: failures.length, "given up after ms": longest, "another ERP waited ms": slowest }
}

/** Failures before an ERP is only probed, plus one for each attempt that is in progress then. */
const until = (world: World, count: number) =>
  eventually(async () => ((await failuresOf(world)).length >= count ? true : undefined), { what: `${count} attempts that were given up` })

/** The name is first not resolved, then unknown, then correct. */
export const unanswered = (name: string, resolver: Resolver) => async (world: World): Promise<Figures> => {
  resolver.message({ [name]: { address: "127.0.0.1", after: 8000 } })
  await world.start()
  world.breaks("a name that is not answered in time")
  return apart(world, async () => {
    await world.producer.all(entitiesOf(100), 8)
    await until(world, 4)
    assert.isEmpty(world.sink.arrivals.lines().filter(({ entity }) => !entity.startsWith("ASN-OTHER-")))
    assert.strictEqual(resolver.mostOpen(), 1, "concurrent DNS queries")
    resolver.message({ [name]: { fails: "EAI_AGAIN" } })
    await until(world, 6)
    return { "questions at a time": resolver.mostOpen() }
  }, async () => resolver.message({ [name]: { address: "127.0.0.1", after: 300 } }))
}

/** The initial number of concurrent deliveries to an endpoint. */
const firstShare = 4

/** Packets are dropped without an answer. */
export const swallowed = (hole: BlackHole) => async (world: World): Promise<Figures> => {
  await world.start()
  world.breaks("an address that swallows whoever calls")
  return apart(world, async () => {
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, hole.calling())
    }, 50)
    try {
      await world.producer.all(entitiesOf(200), 8)
      await until(world, 6)
    } finally {
      clearInterval(watch)
    }
    const failures = await failuresOf(world)
    const attempts = Math.max(...failures.map(({ at }) => failures.filter((other) => other.at <= at && at < other.at + other.took).length))
    assert.isAtMost(attempts, firstShare, "concurrent attempts")
    // Connections that were just aborted may still be visible next to the new ones.
    assert.isAtMost(most, firstShare * 2, "concurrent calls")
    return { "concurrent attempts": attempts, "concurrent calls": most }
  }, async () => {
    await world.stop()
    await world.start({ CROSSDOCK_ERP_URL: `http://127.0.0.1:${world.wire.port}` })
  })
}

/** How an ERP disappears from an address: connections are refused, or packets are dropped. */
const left = {
  nobody: { accepts: "refuse" },
  nothing: { there: { latency: 3_600_000 } }
} as const satisfies Readonly<Record<string, Proxy.ProxyFaults>>

/** The name changes to another address under load. */
export const moves = (name: string, resolver: Resolver, leaves: keyof typeof left) => async (world: World): Promise<Figures> => {
  const { deeds, producer, sink, wire } = world
  const moved = await Proxy.listen({ host: "127.0.0.2", port: wire.port, target: { port: sink.port } })
  try {
    resolver.message({ [name]: { address: "127.0.0.1" } })
    sink.behaves(() => ({ after: 20 }))
    await world.start()
    const sending = producer.all(entitiesOf(600), 8)
    await eventually(() => (sink.arrivals.lines().length > 50 ? true : undefined), { what: "deliveries at the old address" })
    world.breaks("an ERP that moves")
    resolver.message({ [name]: { address: "127.0.0.2" } })
    const { InFlight: before = 0 } = await world.depth()
    await wire.breaks(left[leaves])
    const { InFlight: after = 0 } = await world.depth()
    // Answers to requests in progress may be lost, as if the runner had been killed.
    await deeds.append({ is: "killed", at: Date.now(), inFlight: Math.max(before, after) })
    const [arrived, begin] = [sink.arrivals.lines().length, Date.now()]
    await eventually(() => (sink.arrivals.lines().length > arrived + 50 ? true : undefined), { timeoutMs: 60_000, everyMs: 20, what: "deliveries at the new address" })
    const took = Date.now() - begin
    world.heals()
    await sending
    await world.quiet()
    return { "moved after ms": took, messages: producer.accepted() }
  } finally {
    await moved.close()
  }
}
