/**
 * Plays random events of a shop, two warehouses and the people around them against nodes that are killed, and compares with `Truth.ts`
 * what came of it. The same seed plays the same events.
 */
import type { AnyPlugin } from "@crossdock/config"
import { ledger } from "@crossdock/erp-ledger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { Database } from "../../../src/store/Database.ts"
import { copyFileSync, existsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Peers from "../../support/Peers.ts"
import { randomOf } from "../../support/Random.ts"
import * as RunningStatements from "../../support/RunningStatements.ts"
import { composedOf, type DatabaseAt } from "../../support/World.ts"
import * as Node from "./Node.ts"
import * as Occurrences from "./Occurrences.ts"
import * as People from "./People.ts"
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
/** So often warehouses ship everything that they have, until nothing is left. */
const mostShippings = 200
/** So often people look at what is held, until nothing is. */
const mostRounds = 8
/** Everything that waits for a minute or less has happened once within this time. */
const quietFor = 75_000

/** The judge has found something wrong. */
export class Failed extends Error {
  /** The last event before it was found. */
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

export interface Options {
  readonly seed: number
  /** How many events happen, or which of those of the seed. */
  readonly events: number | ReadonlyArray<number>
  readonly nodes: number
  /** Whether reports of warehouses also contradict each other. */
  readonly contradicts?: boolean
  /** Gives a plugin a bug, to show that it is found. */
  readonly planted?: (plugin: AnyPlugin) => AnyPlugin
}

/** Random numbers that begin anew for each event, so that an event is the same if others are left out. */
const streamOf = (seed: number) => {
  let current = randomOf(seed)
  return { random: (below: number) => current(below), begin: (at: number) => void (current = randomOf(Math.imul(seed, 1_000_003) + at)) }
}

export const play = Effect.fnUntraced(function*(database: DatabaseAt, { contradicts = false, events, nodes: nodeCount, planted, seed }: Options) {
  yield* TestClock.setTime(begin)
  const streams = [streamOf(seed), streamOf(seed + 1_000_000)] as const
  const [random, peers] = [streams[0].random, streams[1].random]
  let event = 0
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
  const shop = Shop.make({ ...common, skus })
  for (const warehouse of warehouses) for (const sku of skus) warehouse.stock(sku, opening)

  const composed = composedOf({
    plugin: planted?.(north.plugin) ?? north.plugin,
    plugins: [south.plugin, shop.plugin, ledger as unknown as AnyPlugin].map((plugin) => planted?.(plugin) ?? plugin),
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
      { erp: "ledger", protocol: "open-api", id: "app-1" },
      { protocol: "platform", peer: "shop", id: "acc-9", shop: { platform: "fake", shopId: "1" } }
    ],
    desk: {
      books: "ledger",
      rules: [{ name: "all", place: { at: [{ link: "acc-1", warehouse: "North" }, { link: "acc-2", warehouse: "South" }], split: true } }],
      stock: { publish: [{ shop: "acc-9", location: "L-1", warehouses: ["North", "South"] }] }
    }
  }, { warehouse: Peers.warehouse(), erp: Peers.erp() })

  const nodes = new Map<string, Node.Node>()
  const suspendedUntil = new Map<Node.Node, number>()
  const downUntil = new Map(Array.from({ length: nodeCount }, (_, at): [string, number] => [`node-${at + 1}`, 0]))
  const counts = { kills: 0, pauses: 0, sent: 0, taken: 0, checks: 0 }
  const messages: Array<Occurrences.Message> = []
  const past: Array<Occurrences.Message> = []
  const begun: Array<Effect.Effect<void>> = []

  const idle = Effect.promise(RunningStatements.idle)
  const turn = Effect.promise(() => new Promise<void>((done) => setImmediate(done)))

  /** Resumes suspended nodes, buries dead ones, and starts those whose time has come. */
  const tend = Effect.gen(function*() {
    for (const [node, until] of suspendedUntil) {
      if (until > now() && !node.isDead()) continue
      suspendedUntil.delete(node)
      log.push(`${node.name} is resumed`)
      yield* node.resume
    }
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

  const send = (name: string, work: Occurrences.Message["send"], ended: Occurrences.Message["ended"] = Exit.isSuccess, isOnce = false) => {
    messages.push({ name, send: work, state: "waiting", ended, isOnce })
  }
  const someNode = () => pick([...nodes.values()].filter((node) => !node.isDead() && !node.isSuspended()))

  /** Hands a message to a node. */
  const post = Effect.fnUntraced(function*(message: Occurrences.Message) {
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

  let waiting = 0
  const occurrences = Occurrences.make({
    random,
    pick,
    contradicts,
    shop,
    warehouses,
    past,
    skus,
    send,
    begin: (name, work) => {
      const node = someNode()
      if (node === undefined) return false
      log.push(`${node.name} is asked: ${name}`)
      begun.push(node.begin(Effect.exit(work)))
      return true
    },
    again: (message) => void messages.push({ ...message, state: "waiting", ended: () => true }),
    wait: (millis) => void (waiting = millis),
    suspend: (millis) => {
      const node = someNode()
      if (node === undefined) return
      counts.pauses++
      log.push(`${node.name} is suspended for ${millis} ms`)
      node.suspend()
      suspendedUntil.set(node, now() + millis)
    },
    doom: (death) => {
      const node = someNode()
      log.push(`${node?.name} is to die: ${JSON.stringify(death)}`)
      node?.doom(death)
    }
  })

  /** Everything that happened, and a database of SQLite, stay in the folder for temporary files. */
  const keep = () => {
    const kept = join(tmpdir(), `crossdock-random-${seed}`)
    writeFileSync(`${kept}.log`, [...log, ...wrong].join("\n"))
    const files = "filename" in database ? ["", "-wal"].map((end) => [`${database.filename}${end}`, `${kept}.sqlite${end}`] as const) : []
    for (const [from, to] of files) if (existsSync(from)) copyFileSync(from, to)
    return `, see ${kept}.log`
  }
  const fail = () => {
    throw new Failed([`seed ${seed}${planted === undefined ? keep() : ""}:`, ...new Set(wrong), "", "the last events:", ...log.slice(-40)].join("\n"), event)
  }
  const check = () => {
    if (wrong.length > 0) fail()
  }

  const activity = Effect.gen(function*() {
    const node = someNode()
    if (node === undefined || nodes.size < nodeCount || suspendedUntil.size > 0 || messages.length > 0) return "busy"
    return yield* Effect.orElseSucceed(node.serve(Effect.flatMap(Database, (db) => Shown.activity(db, now()))), () => "busy")
  })
  /** Waits until nothing is under way, and has not been for so many milliseconds. */
  const settle = Effect.fnUntraced(function*(quiet: number) {
    let quietSince = now()
    for (const until = now() + patience; now() < until;) {
      yield* postSome
      const isQuiet = now() > quietSince
      yield* isQuiet ? pass(3000, 3000) : pass(500, 500)
      check()
      const seen = yield* activity
      if (seen === "busy") quietSince = now()
      else if (seen === "idle" && now() - quietSince >= quiet) return
    }
    const node = someNode()
    wrong.push(`still busy after ${patience / 60_000} minutes: ${JSON.stringify(node && (yield* Effect.exit(node.serve(Effect.flatMap(Database, Shown.work)))))} ${messages.map(({ name, state }) => `${name} ${state}`).join("; ")}`)
    fail()
  })
  const compare = Effect.gen(function*() {
    const percent = troubles.percent
    troubles.percent = 0
    yield* settle(quietFor)
    troubles.percent = percent
    const shown = { ...yield* someNode()!.serve(Shown.read), offered: shop.offered }
    counts.checks++
    wrong.push(...truth.judge(shown))
    if (wrong.length > 0) log.push(...yield* someNode()!.serve(Shown.written))
    for (const { asns, name } of warehouses) {
      if (new Set(asns.map(({ number }) => number)).size < asns.length) wrong.push(`${name}: an inbound order was announced twice`)
    }
    check()
    return shown
  })

  yield* tend
  for (event of typeof events === "number" ? Array.from({ length: events }, (_, at) => at + 1) : events) {
    for (const { begin: beginAnew } of streams) beginAnew(event)
    log.push(occurrences.next())
    for (const work of begun.splice(0)) yield* work
    yield* postSome
    if (random(3) === 0) yield* turn
    else yield* pass(1 + random(200) + waiting, 500)
    waiting = 0
    check()
    if (event % checkedEvery === 0) yield* compare
  }
  // The warehouses end everything that they have, until nothing is left to ship.
  troubles.percent = 0
  const isAnyOpen = () => warehouses.some(({ entries }) => entries.some(({ state }) => state === "open"))
  /** With `isRefilled`, people bring what a shelf lacks because goods of it had left unasked. */
  const shipAll = Effect.fnUntraced(function*(isRefilled: boolean) {
    let rounds = 0
    do {
      if (++rounds > mostShippings) {
        wrong.push(`warehouses have something to ship after ${mostShippings} times that they have shipped everything`)
        fail()
      }
      yield* settle(1000)
      for (const warehouse of warehouses) {
        for (const entry of warehouse.entries.filter(({ state }) => state === "open")) {
          const rest = Warehouse.leftOf(entry)
          if (isRefilled) {
            for (const { pieces, sku } of rest) if ((warehouse.shelf.get(sku) ?? 0) < pieces * rest.length) occurrences.arrive(warehouse, sku, pieces * rest.length)
          }
          if (!warehouse.ship(entry, rest, true)) warehouse.fail(entry)
          occurrences.report(warehouse, entry, entry.tellsEach ? entry.parcels.at(-1) : undefined)
        }
      }
      yield* settle(1000)
    } while (isAnyOpen())
  })
  yield* shipAll(false)
  if (contradicts) occurrences.takeBack()
  let shown = yield* compare
  const ends = Shown.states(shown)
  const people: People.Surroundings = {
    shop,
    skus,
    arrive: (sku, pieces) => occurrences.arrive(north, sku, pieces),
    push: occurrences.push,
    serve: (work) => someNode()!.serve(work),
    takeBack: occurrences.takeBack,
    parcelsOf: (order) => new Map(warehouses.flatMap(({ entries }) => entries.filter((entry) => entry.order === order).flatMap((entry) => [...Warehouse.contentsOf(entry)])))
  }
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    const acted = yield* People.act(people, shown)
    wrong.push(...acted.wrong)
    check()
    // An order that waited for stock may have been placed since the warehouses have shipped.
    if (acted.held === 0 && !isAnyOpen()) break
    log.push(`people act about ${acted.held} held orders`)
    yield* shipAll(true)
    shown = yield* compare
  }
  wrong.push(...truth.judgeEnd(shown))
  check()
  for (const node of nodes.values()) yield* node.bury
  return {
    ...truth.counts,
    ...counts,
    contradicted: truth.contradicted.size,
    heldForReports: truth.heldForReports.size,
    closedShort: warehouses.reduce((sum, { entries }) => sum + entries.filter(({ state }) => state === "short").length, 0),
    offered: [...shop.offered.values()].reduce((sum, pieces) => sum + pieces, 0),
    batches: warehouses.flatMap(({ asns }) => asns).reduce((sum, { batches }) => sum + batches, 0),
    ends,
    lost: warehouses.reduce((sum, { counts: { lost } }) => sum + lost, shop.counts.lost)
  }
})
