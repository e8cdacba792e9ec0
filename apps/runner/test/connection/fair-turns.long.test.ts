/**
 * A link that reads more than its warehouse takes delays nobody else: creates of another link at the same warehouse are answered at
 * once, and no load lasts longer than it is made.
 */
import { assert, describe } from "@effect/vitest"
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ConnectedLink } from "../../src/Composition.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { withNodes } from "../support/Nodes.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn, type Options, pass, type RunnerServices, until } from "../support/World.ts"

const options: Options = { links: [{ id: "acc-1", prefix: "A-" }, { id: "acc-2", prefix: "B-", secretKey: "secret-key-2" }], callsPerSecond: 10 }

/** How long a link reads twice as much as the warehouse takes. The whole minute takes several minutes on two nodes. */
const seconds = process.env["CROSSDOCK_LAW"] === "all" ? 60 : 8

/** Runs something on the node of a link. */
type On = <A, E>(work: Effect.Effect<A, E, RunnerServices>) => Effect.Effect<A, E>

interface Side {
  readonly link: ConnectedLink
  readonly on: On
}

const readOf = ({ link, on }: Side, number: string) =>
  on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: OutboundOrder.OrderNumber.make(number) }] }, "")))

interface Answered {
  readonly number: string
  readonly took: number
  readonly isAccepted: boolean
}

/** Creates orders of a link one after another, one each `gap` milliseconds, until so many were asked for. */
const creating = ({ link, on }: Side, many: number, gap: number, answered: Array<Answered>) =>
  Effect.forEach(Array.from({ length: many }, (_, at) => `SO-${at}`), (number) =>
    Effect.gen(function*() {
      const asked = yield* Clock.currentTimeMillis
      yield* Effect.forkChild(Effect.gen(function*() {
        const exit = yield* Effect.exit(on(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, order(number), ""))))
        answered.push({ number, took: (yield* Clock.currentTimeMillis) - asked, isAccepted: Exit.isSuccess(exit) })
      }))
      yield* Effect.sleep(gap)
    }), { discard: true })

/** 600 reads at once and 20 a second for a while, by one link; creates of another meanwhile and afterwards. */
const loaded = (reader: Side, creator: Side, seconds: number) =>
  Effect.gen(function*() {
    const answered: Array<Answered> = []
    const refused: Array<number> = []
    const begin = Effect.forEach(Array.from({ length: 600 }, (_, at) => `NONE-${at}`), (number) =>
      Effect.forkChild(Effect.tapCause(readOf(reader, number), () => Effect.map(Clock.currentTimeMillis, (at) => void refused.push(at)))), { discard: true })
    const goOn = Effect.forEach(Array.from({ length: seconds * 20 }, (_, at) => `LATER-${at}`), (number) =>
      Effect.andThen(Effect.forkChild(Effect.ignore(readOf(reader, number))), Effect.sleep(50)), { discard: true })
    const began = yield* Clock.currentTimeMillis
    yield* begin
    yield* pass(200)
    // What a link asks beyond its share is refused at once, not after its patience.
    assert.isAbove(refused.filter((at) => at <= began + 1000).length, 300)
    yield* Effect.forkChild(goOn)
    yield* Effect.forkChild(creating(creator, seconds, 1000, answered))
    yield* pass(seconds * 1000)
    yield* until(Effect.sync(() => answered.length === seconds), 10_000)
    assert.deepStrictEqual(answered.filter(({ isAccepted, took }) => !isAccepted || took > 2000), [])
    // The load leaves nothing behind: a read of the other link has its turn soon.
    const asked = yield* Clock.currentTimeMillis
    yield* during(readOf(creator, "SO-0"), 10_000)
    assert.isAtMost((yield* Clock.currentTimeMillis) - asked, 2000)
  })

onBothDatabases("the calls of two links at one warehouse", (fresh) => {
  inWorldOn(fresh)("answer creates of one within 2 s while the other reads far more than the rate", options, () =>
    Effect.gen(function*() {
      const { links } = yield* Connections
      const context = yield* Effect.context<RunnerServices>()
      const on: On = Effect.provideContext(context)
      yield* loaded({ link: links[0]!, on }, { link: links[1]!, on }, seconds)
    }))

  inWorldOn(fresh)("hold the rate only for what the warehouse refuses, not for what the runner refuses", options, () =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const list = connections.invoke("wh", WarehouseV1.ListWarehouses, {})
      yield* Effect.forEach(Array.from({ length: 400 }), () => Effect.forkChild(Effect.exit(list)), { discard: true })
      // 160 calls are waited for or made; they end after 15 s, and the burst is there again a second later.
      yield* pass(17_000)
      const turns = yield* Effect.forEach(Array.from({ length: 9 }), () => connections.takesTurn("wh", "listWarehouses", { scope: "b", urgency: "read" }))
      assert.deepStrictEqual(turns, Array.from({ length: 9 }, () => true))
    }))
})

describe("the calls of two links at one warehouse (PostgreSQL, two nodes)", () => {
  withNodes("answer creates of one at its node within 2 s while the other reads far more than the rate at another node", ({ join }) =>
    Effect.gen(function*() {
      const [a, b] = yield* Effect.forEach(["a", "b"], (name) => join(name))
      const links = yield* b!.on(Effect.map(Connections, ({ links }) => links))
      yield* loaded({ link: a!.link, on: a!.on }, { link: links[1]!, on: b!.on }, seconds)
    }), { ...options, server: { nodes: "several" } }, 600_000)
})
