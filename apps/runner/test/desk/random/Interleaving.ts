/**
 * Plays random events of a shop, two warehouses and the people around them against nodes that are killed, and compares with `Truth.ts`
 * what came of it. The same seed plays the same events.
 */
import { ErpV1 } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/core/config"
import { ledger } from "@crossdock/erp-ledger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import { Connections } from "../../../src/connection/Connections.ts"
import { Reports as ShopReports } from "../../../src/contracts/platform/Reports.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { names as places } from "../../../src/engine/Failpoint.ts"
import { Database } from "../../../src/store/Database.ts"
import * as Peers from "../../support/Peers.ts"
import { randomOf } from "../../support/Random.ts"
import * as RunningStatements from "../../support/RunningStatements.ts"
import { composedOf, type DatabaseAt } from "../../support/World.ts"
import * as Node from "./Node.ts"
import * as Shop from "./Shop.ts"
import * as Shown from "./Shown.ts"
import * as Truth from "./Truth.ts"
import * as Warehouse from "./Warehouse.ts"

const begin = Date.UTC(2026, 0, 1)
const skus = ["A", "B", "C", "D", "E", "F"]
const opening = 12

/** So many events are followed by a look at everything while nothing is under way. */
const checkedEvery = 1000
/** Milliseconds of the test clock after which a world that is still busy counts as stuck. */
const patience = 30 * 60_000
/** Everything that waits for a minute or less has happened once within this time. */
const quietFor = 75_000

export interface Options {
  readonly seed: number
  readonly events: number
  readonly nodes: number
}

/** What somebody sends to the runner until it is taken. */
interface Message {
  readonly send: Effect.Effect<unknown, unknown, Node.Services>
  readonly name: string
  state: "waiting" | "underway" | "taken"
  readonly ended: (exit: Exit.Exit<unknown, unknown>) => boolean
}

export const play = Effect.fnUntraced(function*(database: DatabaseAt, { events, nodes: nodeCount, seed }: Options) {
  yield* TestClock.setTime(begin)
  const random = randomOf(seed)
  const peers = randomOf(seed + 1_000_000)
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const pick = <A>(items: ReadonlyArray<A>): A | undefined => items[random(Math.max(1, items.length))]
  const troubles = { percent: 4 }

  const log: Array<string> = []
  const truth = Truth.make()
  const wrong: Array<string> = []
  const tell = (fact: Truth.Fact) => {
    log.push(JSON.stringify(fact))
    wrong.push(...truth.play(fact))
  }
  const common = { random: peers, tell, now, troubles }
  const warehouses = [
    Warehouse.make({ ...common, name: "North", code: "WH-1", connection: "wh" }),
    Warehouse.make({ ...common, name: "South", code: "WH-2", connection: "wh-2" })
  ]
  const [north, south] = warehouses as [Warehouse.Warehouse, Warehouse.Warehouse]
  const shop = Shop.make(common)
  for (const warehouse of warehouses) for (const sku of skus) warehouse.stock(sku, opening)

  const composed = composedOf({
    plugin: north.plugin,
    plugins: [south.plugin, shop.plugin, ledger as unknown as AnyPlugin],
    connections: [
      { id: "shop", plugin: shop.plugin.id },
      { id: "wh-2", plugin: south.plugin.id },
      {
        id: "ledger",
        plugin: ledger.id,
        settings: {
          products: skus.map((sku) => ({ sku, name: sku })),
          warehouses: warehouses.map(({ code, name }, at) => ({ id: String(at + 1), name, code })),
          openingStock: warehouses.flatMap(({ name }) => skus.map((sku) => ({ warehouse: name, sku, quantity: opening, purchasePrice: "1.00", currency: "EUR" }))),
          allWarehouses: true
        }
      }
    ],
    links: [
      { erp: "ledger", warehouseNames: { North: "WH-1" } },
      { erp: "ledger", peer: "wh-2", id: "acc-2", warehouseNames: { South: "WH-2" } },
      { door: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1" } }
    ],
    desk: { books: "ledger", rules: [{ name: "all", place: { at: [{ link: "acc-1", warehouse: "North" }, { link: "acc-2", warehouse: "South" }], split: true } }] }
  }, { warehouse: Peers.warehouse(), erp: Peers.erp() })

  const nodes = new Map<string, Node.Node>()
  const downUntil = new Map(Array.from({ length: nodeCount }, (_, at): [string, number] => [`node-${at + 1}`, 0]))
  const counts = { kills: 0, sent: 0, taken: 0, checks: 0 }
  const messages: Array<Message> = []
  const past: Array<Message> = []

  const idle = Effect.promise(RunningStatements.idle)
  const turn = Effect.promise(() => new Promise<void>((done) => setImmediate(done)))

  /** Buries dead nodes and starts those whose time has come. */
  const tend = Effect.gen(function*() {
    for (const [name, until] of downUntil) {
      const node = nodes.get(name)
      if (node?.isDead() === true) {
        counts.kills++
        log.push(`${name} is killed`)
        yield* node.bury
        nodes.delete(name)
        downUntil.set(name, now() + 100 + random(15_000))
      } else if (node === undefined && until <= now()) {
        log.push(`${name} starts`)
        nodes.set(name, yield* Node.start(name, composed, database))
      }
    }
  })

  /** Lets so much time pass. */
  const pass = Effect.fnUntraced(function*(millis: number, step = 200) {
    for (let passed = 0; passed < millis; passed += step) {
      yield* TestClock.adjust(Math.min(step, millis - passed))
      yield* idle
      yield* tend
    }
  })

  const send = (name: string, work: Message["send"], ended: Message["ended"] = Exit.isSuccess) => {
    messages.push({ name, send: work, state: "waiting", ended })
  }
  const someNode = () => pick([...nodes.values()].filter((node) => !node.isDead()))

  /** Hands a message to a node. */
  const post = Effect.fnUntraced(function*(message: Message) {
    const node = someNode()
    if (node === undefined) return
    counts.sent++
    message.state = "underway"
    log.push(`${node.name} gets ${message.name}`)
    yield* node.begin(Effect.onExit(message.send, (exit) => Effect.sync(() => {
      message.state = !node.isDead() && message.ended(exit) ? "taken" : "waiting"
    })))
  })
  const postSome = Effect.gen(function*() {
    for (const message of messages.filter(({ state }) => state === "waiting")) if (random(3) > 0) yield* post(message)
    for (let at = messages.length - 1; at >= 0; at--) {
      if (messages[at]!.state === "taken") past.push(...messages.splice(at, 1))
    }
    counts.taken = past.length
  })

  const report = (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry) => {
    const status = warehouse.statusOf(entry)
    send(`${warehouse.name}: ${status.orderNumber} ${status.status}`, Effect.flatMap(Reports, (reports) =>
      reports.take(warehouse.connection, { _tag: "OutboundStatusChanged", status }, undefined)))
  }
  const push = (name: string) => {
    const order = shop.orders.get(name)!
    send(`shop: ${name} ${order.status}`, Effect.flatMap(ShopReports, (reports) =>
      reports.take("shop", random(3) === 0 ? { _tag: "OrderChanged", onlineOrderId: name } : { _tag: "OrderPushed", order }, undefined)))
  }

  let bought = 0
  const someLines = (): ReadonlyArray<Truth.Line> =>
    Array.from({ length: 1 + random(3) }, (_, at) => ({ line: `L-${at + 1}`, sku: pick(skus)!, pieces: 1 + random(3) }))
  const recent = (of: ReadonlyArray<string>) => pick(of.slice(-60))
  const orders = () => [...shop.orders.keys()]
  const openEntry = (warehouse: Warehouse.Warehouse) => pick(warehouse.entries.filter(({ state }) => state === "open"))

  /** An event that cannot happen now answers false. */
  const kinds: ReadonlyArray<readonly [weight: number, name: string, happen: () => boolean]> = [
    [14, "buy", () => {
      const name = `S-${++bought}`
      shop.buy(name, someLines(), random(4) > 0)
      if (random(2) === 0) push(name)
      return true
    }],
    [6, "pay", () => {
      const name = recent(orders().filter((each) => shop.orders.get(each)!.phase === "unpaid"))
      if (name === undefined) return false
      shop.pay(name)
      if (random(2) === 0) push(name)
      return true
    }],
    [8, "push", () => {
      const name = recent(orders())
      if (name !== undefined) push(name)
      return name !== undefined
    }],
    [22, "ship", () => {
      const warehouse = pick(warehouses)!
      const entry = openEntry(warehouse)
      if (entry === undefined || !warehouse.ship(entry, Warehouse.leftOf(entry), true)) return false
      if (random(5) > 0) report(warehouse, entry)
      return true
    }],
    [10, "repeat", () => {
      const message = pick(past.slice(-200))
      if (message !== undefined) messages.push({ ...message, state: "waiting", ended: () => true })
      return message !== undefined
    }],
    [5, "found", () => {
      const warehouse = pick(warehouses)!
      const sku = pick(skus)!
      const pieces = 1 + random(20)
      warehouse.stock(sku, pieces)
      enter(warehouse.name, sku, pieces, Exit.isSuccess)
      return true
    }],
    [12, "wait", () => {
      waiting = random(5) === 0 ? random(30_000) : random(3000)
      return true
    }],
    [1, "kill", () => {
      const node = someNode()
      if (node === undefined) return false
      const death: Node.Death = random(2) === 0 ? { at: pick(places)! } : { statements: random(60), isAfter: random(2) === 0 }
      log.push(`${node.name} is to die: ${JSON.stringify(death)}`)
      node.doom(death)
      return true
    }]
  ]
  let waiting = 0
  let entered = 0
  const enter = (warehouseName: string, sku: string, change: number, ended: Message["ended"]) => {
    const record = { kind: "stockCorrection", id: `C-${++entered}`, warehouseName, sku, change: String(change), reason: "counted" } as const
    send(`count: ${change} ${sku} in ${warehouseName}`, Effect.flatMap(Connections, (connections) =>
      connections.invoke("ledger", ErpV1.EnterRecords, Schema.decodeSync(ErpV1.EnterRecords.payload)({ records: [record] }))), ended)
  }

  const total = kinds.reduce((sum, [weight]) => sum + weight, 0)
  const happen = () => {
    for (;;) {
      let left = random(total)
      const [, name, act] = kinds.find(([weight]) => (left -= weight) < 0)!
      if (act()) return log.push(name)
    }
  }

  const fail = () => {
    throw new Error([`seed ${seed}:`, ...new Set(wrong), "", "the last events:", ...log.slice(-60)].join("\n"))
  }
  const check = () => {
    if (wrong.length > 0) fail()
  }

  const isBusy = Effect.gen(function*() {
    const node = someNode()
    if (node === undefined || nodes.size < nodeCount || messages.length > 0) return true
    return yield* Effect.orElseSucceed(node.serve(Effect.flatMap(Database, (db) => Shown.isBusy(db, now()))), () => true)
  })
  /** Waits until nothing is under way, and has not been for so many milliseconds. */
  const settle = Effect.fnUntraced(function*(quiet: number) {
    let quietSince = now()
    for (const until = now() + patience; now() < until;) {
      yield* postSome
      const isQuiet = now() > quietSince
      yield* isQuiet ? pass(3000, 3000) : pass(500, 500)
      check()
      if (yield* isBusy) quietSince = now()
      else if (now() - quietSince >= quiet) return
    }
    const node = someNode()
    wrong.push(`still busy after ${patience / 60_000} minutes: ${JSON.stringify(node && (yield* Effect.exit(node.serve(Effect.flatMap(Database, Shown.work)))))} ${messages.map(({ name, state }) => `${name} ${state}`).join("; ")}`)
    fail()
  })
  const compare = Effect.gen(function*() {
    yield* settle(quietFor)
    const shown = yield* someNode()!.serve(Shown.read)
    counts.checks++
    wrong.push(...truth.judge(shown))
    check()
  })

  yield* tend
  for (let at = 1; at <= events; at++) {
    happen()
    yield* postSome
    if (random(3) === 0) yield* turn
    else yield* pass(1 + random(200) + waiting, 500)
    waiting = 0
    check()
    if (at % checkedEvery === 0) yield* compare
  }
  // The warehouses end everything that they have, until nothing is left to ship.
  troubles.percent = 0
  for (let round = 0; round < 3; round++) {
    yield* settle(1000)
    for (const warehouse of warehouses) {
      for (const entry of warehouse.entries.filter(({ state }) => state === "open")) {
        if (!warehouse.ship(entry, Warehouse.leftOf(entry), true)) warehouse.fail(entry)
        report(warehouse, entry)
      }
    }
  }
  yield* compare
  for (const node of nodes.values()) yield* node.bury
  const { orders: shown } = yield* Effect.succeed({ orders: truth.counts })
  return { ...shown, ...counts, lost: warehouses.reduce((sum, { counts: { lost } }) => sum + lost, shop.counts.lost) }
})
