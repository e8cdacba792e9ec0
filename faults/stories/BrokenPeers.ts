/** The ERP gives every kind of broken answer (F9). */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { setTimeout as wait } from "node:timers/promises"
import { assert } from "vitest"
import { batch } from "../support/Messages.ts"
import type { Random } from "../support/Random.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { World } from "../support/World.ts"
import { entitiesOf } from "./Kills.ts"

/** How the runner classifies each broken answer to a push (section 2.3 of the reliability document). */
export const cells: Readonly<Record<Exclude<MalformedAnswers.Kind, "410"> | "refused", string>> = {
  hang: "TransportFailed",
  drip: "TransportFailed",
  "500": "PeerUnavailable",
  "502": "PeerUnavailable",
  "503": "PeerUnavailable",
  "429": "RateLimited",
  "301": "PeerUnavailable",
  html: "PeerUnavailable",
  empty: "ResponseInvalid",
  flood: "ResponseInvalid",
  close: "TransportFailed",
  reset: "TransportFailed",
  "cut-chunk": "TransportFailed",
  "reset-mid-body": "TransportFailed",
  "too-short": "TransportFailed",
  "too-long": "ResponseInvalid",
  refused: "FaultUnlisted"
}

/** The `Retry-After` of the answer, in milliseconds. */
const told: ReadonlyArray<Way> = ["503", "429"]
const toldFor = 1000

type Way = keyof typeof cells
const ways = Object.keys(cells) as Array<Way>

/** Tries each kind once: the runner classifies the attempt correctly, and the next attempt delivers. */
export const eachOnce = async (world: World): Promise<Figures> => {
  const { producer, sink } = world
  const isWay = (entity: string): entity is Way => Object.hasOwn(cells, entity)
  sink.behaves(({ entity, times }) => (times === 1 && isWay(entity) ? { way: entity } : {}))
  await world.start()
  world.breaks("each answer once")
  // Successful answers in between keep the endpoint open. The two slow kinds come first.
  const healthy = (index: number, count: number) => Array.from({ length: count }, (_, at) => [batch(`ASN-${index}-${at}`, 1)])
  await producer.all(healthy(-1, 20), 4)
  await world.quiet()
  for (const [index, way] of ways.entries()) await producer.all([[batch(way, 1)], ...healthy(index, 3)], 1)
  await world.quiet(120_000)
  const rows = await world.query(
    "select d.entity, a.number, a.outcome from delivery d join attempt a on a.subject = d.id order by a.id"
  )
  const seen = Object.fromEntries(ways.map((way) => [
    way,
    rows.filter(({ entity }) => String(entity).endsWith(`:${way}`)).map(({ outcome }) => outcome)
  ]))
  assert.deepStrictEqual(seen, Object.fromEntries(ways.map((way) => [way, [cells[way], "delivered"]])))
  for (const way of told) {
    const [first, second] = sink.arrivals.lines().filter(({ entity }) => entity === way)
    assert.isAtLeast(second!.at - first!.at, toldFor, `${way}: milliseconds before it was sent again`)
  }
  await dropped(world)
  return { ways: ways.length + 1 }
}

/** Accepts connections and closes them before reading. */
const dropped = async ({ producer, query, quiet, sink, wire }: World): Promise<void> => {
  await wire.breaks({ accepts: "drop" })
  wire.resetAll()
  await producer.all([[batch("ASN-DROPPED", 1)]], 1)
  const tries = () => query("select a.outcome from delivery d join attempt a on a.subject = d.id where d.entity like '%:ASN-DROPPED' order by a.id")
  await eventually(async () => ((await tries()).length > 0 ? true : undefined), { what: "an attempt that nobody read" })
  assert.isEmpty(sink.arrivals.lines().filter(({ entity }) => entity === "ASN-DROPPED"))
  await wire.breaks()
  await quiet()
  assert.deepStrictEqual([...new Set((await tries()).map(({ outcome }) => outcome))], ["TransportFailed", "delivered"])
}

/** HTTP 410: nothing more is sent until an operator resumes the connection, and no waiting delivery is dropped. */
export const gone = async (world: World): Promise<Figures> => {
  const { home, producer, sink } = world
  sink.behaves(() => ({ way: "410" }))
  await world.start()
  world.breaks("an ERP that is gone")
  await producer.all(entitiesOf(20), 4)
  await eventually(async () => ((await home.admin("/connections/erp")).paused === undefined ? undefined : true), { what: "a connection that is stopped" })
  const before = sink.arrivals.lines().length
  await producer.all([[batch("ASN-LATE", 1)]], 1)
  await wait(1000)
  assert.strictEqual(sink.arrivals.lines().length, before, "requests at an endpoint that is gone")
  const { Pending = 0 } = await world.depth()
  sink.behaves(() => ({}))
  await home.admin("/connections/erp/resume", {})
  world.heals()
  await world.quiet()
  return { "requests until it was stopped": before, "waited for an operator": Pending }
}

/** The kinds that end at once, so that a run with many is short. */
const quickWays = ways.filter((way) => way !== "hang" && way !== "drip")

/** Gives the kinds in a random order, each once before any comes again, so that a run with few messages leaves none out. */
const eachInTurn = ({ below }: Random): () => Way => {
  let left: Array<Way> = []
  return () => {
    if (left.length === 0) left = [...quickWays]
    return left.splice(below(left.length), 1)[0]!
  }
}

/** Breaks this many of ten answers, each kind of broken answer equally often. */
export const mixed = (messages: number, brokenOfTen = 3) => async (world: World): Promise<Figures> => {
  const { producer, random, sink } = world
  const next = eachInTurn(random)
  sink.behaves(() => (random.below(10) < brokenOfTen ? { way: next(), after: random.below(20) } : { after: random.below(20) }))
  await world.start()
  world.breaks("three answers of ten")
  await producer.all(entitiesOf(messages), 16)
  await world.quiet(120_000 + messages * 100)
  const broken = sink.arrivals.lines().filter(({ answered }) => answered !== "success").length
  return { messages, arrivals: sink.arrivals.lines().length, broken }
}
