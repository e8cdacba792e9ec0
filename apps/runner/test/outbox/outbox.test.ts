import { assert, it } from "@effect/vitest"
import { ErpV1, InboundOrder, OutboundOrder, Quantity, Sku } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Connections } from "../../src/connection/Connections.ts"
import { heartbeat, NodeLeases } from "../../src/connection/NodeLeases.ts"
import * as AbandonedClaims from "../../src/engine/AbandonedClaims.ts"
import { contentPlace } from "../../src/outbox/DeliveryContents.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import { pushGaps } from "../../src/engine/RetrySchedule.ts"
import { Database, DatabaseFailed, type Row } from "../../src/store/Database.ts"
import { Vault } from "../../src/store/Vault.ts"
import * as Books from "../support/Books.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as Peers from "../support/Peers.ts"
import { type DatabaseAt, inWorldOn, nothingOwed, type Options, pass, until, type World, world } from "../support/World.ts"

type Told = Partial<OutboundOrder.OutboundStatus> & { readonly connection?: string }

/** Owes the ERP a phase of an order: shipped, unless it says otherwise. */
const owe = (number: string, { connection = "books", ...more }: Told = {}) =>
  Effect.gen(function*() {
    const outbox = yield* Outbox
    const db = yield* Database
    const phase = more.phase ?? "shipped"
    const id = yield* db.transaction(outbox.put({
      connection,
      scope: "warehouse:acc-1",
      entity: `outbound:${number}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: {
        orderNumber: OutboundOrder.OrderNumber.make(number),
        warehouseCode: "WH-1",
        phase,
        status: phase,
        ...(phase === "shipped" && { trackingNumber: `T-${number}` }),
        ...more
      },
      isState: phase === "open"
    }))
    yield* outbox.wake
    return id
  })

const oweBatch = (number: string, batchNo: string) =>
  Effect.gen(function*() {
    const outbox = yield* Outbox
    return yield* outbox.put({
      connection: "books",
      scope: "warehouse:acc-1",
      entity: `inbound:${number}`,
      operation: ErpV1.ReceiveInboundProgress,
      payload: {
        asnNumber: InboundOrder.AsnNumber.make(number),
        warehouseCode: "WH-1",
        phase: "receiving",
        status: "receiving",
        updatedAt: DateTime.makeUnsafe(1000),
        lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(1) }],
        batchNo
      },
      isState: false
    })
  })

const rowOf = (id: string) =>
  Effect.flatMap(Database, (db) => Effect.map(db.one("select * from delivery join delivery_content using (seq) where id = $1", [id]), (row) => row!))

const isIn = (id: string, state: string) => Effect.map(rowOf(id), (row) => row.state === state)

/** Runs the outbox until something holds, in a world whose loops stand still. */
const working = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function*() {
    const outbox = yield* Outbox
    const loop = yield* Effect.forkChild(outbox.run)
    yield* until(holds, 60_000)
    yield* Fiber.interrupt(loop)
  })

/** Which of what was owed arrived, in order. */
const told = (w: World) => w.erp.received.map(({ content }) => `${content.orderNumber ?? content.asnNumber} ${content.trackingNumber ?? content.batchNo ?? content.phase}`)

onBothDatabases("the outbox", (fresh) => {
  const inWorld = inWorldOn(fresh)

  /** A test that starts several worlds on one database. */
  const withDatabase = (title: string, test: (database: DatabaseAt, peers: NonNullable<Options["peers"]>) => Effect.Effect<unknown, unknown, never>) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) => test(database, { warehouse: Peers.warehouse(), erp: Peers.erp() })))

  for (const last of ["unreachable", "lose-answer"] as const) {
    inWorld(`13 attempts by the schedule, the same bytes under the same id, then a dead letter that can be replayed (${last}) (D1-373 D1-395 D1-396)`, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        w.erp.plan(...Array.from({ length: 13 }, () => last))
        const started = yield* Clock.currentTimeMillis
        const id = yield* owe("SO-1")
        let due = started
        for (const [index, gap] of pushGaps.entries()) {
          const wait = due - (yield* Clock.currentTimeMillis)
          if (wait > 0) {
            yield* TestClock.adjust(wait - 1)
            const outbox = yield* Outbox
            const early = yield* Effect.forkChild(outbox.run)
            yield* pass(0)
            yield* Effect.yieldNow
            yield* Fiber.interrupt(early)
            assert.strictEqual(w.erp.attempts.length, index, `attempt ${index + 1} came early`)
            yield* TestClock.adjust(1)
          }
          yield* working(Effect.map(rowOf(id), (row) => row.attempt === index + 1 && row.state !== "InFlight"))
          const row = yield* rowOf(id)
          const at = w.erp.attempts[index]!.at
          assert.isAtLeast(at, due, `attempt ${index + 1} after ${gap}`)
          if (index < 12) {
            const next = pushGaps[index + 1]!
            assert.strictEqual(row.state, "Pending")
            assert.isAtLeast(row.due_at - at, next * 0.8 - 1, `gap ${index + 2}`)
            assert.isAtMost(row.due_at - at, next * 1.2 + 5000, `gap ${index + 2}`)
          } else assert.strictEqual(row.state, "Dead")
          due = row.due_at
        }
        assert.strictEqual(new Set(w.erp.attempts.map(({ deliveryId, text }) => `${deliveryId} ${text}`)).size, 1)
        assert.strictEqual(w.erp.attempts[0]?.deliveryId, id)
        assert.strictEqual((yield* Books.attempts(id)).length, 13)
        const before = w.erp.received.length
        assert.deepStrictEqual(yield* (yield* Outbox).replay([id]), [id])
        yield* working(isIn(id, "Delivered"))
        assert.strictEqual(w.erp.received.length, before + 1)
        assert.strictEqual(new Set(w.erp.attempts.map(({ deliveryId, text }) => `${deliveryId} ${text}`)).size, 1)
      }))
  }

  it("the schedule is that of U-19: 13 attempts over 75 hours and 42 minutes (D1-373)", () => {
    assert.deepStrictEqual(
      pushGaps.map((gap) => gap / 1000),
      [0, 5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 86400]
    )
  })

  for (const how of ["unlisted", "unavailable", "undecodable", "lose-answer", "unreachable", "defect", "hang"] as const) {
    inWorld(`after ${how} the same is sent again and arrives (D1-373 D1-374)`, {}, (w) =>
      Effect.gen(function*() {
        w.erp.plan(how)
        const id = yield* owe("SO-1")
        yield* until(isIn(id, "Delivered"))
        assert.deepStrictEqual(w.erp.attempts.map((one) => one.deliveryId), [id, id])
        assert.strictEqual(w.erp.attempts[0]?.text, w.erp.attempts[1]?.text)
        const tries = yield* Books.attempts(id)
        assert.deepStrictEqual(tries.map((one) => one.number), [1, 2])
        assert.strictEqual(tries[1]?.outcome, "delivered")
      }))
  }

  for (const how of ["refuse", "invalid"] as const) {
    inWorld(`after ${how} it is a dead letter at once, and replayed it arrives under its id (D1-374)`, {}, (w) =>
      Effect.gen(function*() {
        w.erp.plan(how)
        const id = yield* owe("SO-1")
        yield* until(isIn(id, "Dead"))
        yield* pass(10_000)
        assert.strictEqual(w.erp.attempts.length, 1)
        assert.isNotNull((yield* rowOf(id)).cause)
        yield* (yield* Outbox).replay([id])
        yield* until(isIn(id, "Delivered"))
        assert.deepStrictEqual(w.erp.received.map((one) => one.deliveryId), [id])
      }))
  }

  inWorld("what the ERP has already is delivered", {}, (w) =>
    Effect.gen(function*() {
      w.erp.plan("duplicate")
      const id = yield* owe("SO-1")
      yield* until(isIn(id, "Delivered"))
      assert.strictEqual(w.erp.attempts.length, 1)
    }))

  for (
    const [named, expected] of [["90 seconds", 90_000], ["0 seconds", 1000], ["3 days", 86_400_000], [undefined, 5000]] as const
  ) {
    inWorld(`Retry-After ${named ?? "left out"} means in ${expected / 1000} s`, { isIdle: true }, (w) =>
      Effect.gen(function*() {
        w.erp.plan({ slowDown: named })
        const id = yield* owe("SO-1")
        yield* working(Effect.map(rowOf(id), (row) => row.state === "Pending" && row.attempt === 1))
        const row = yield* rowOf(id)
        const wait = row.due_at - w.erp.attempts[0]!.at
        assert.isAtLeast(wait, expected)
        assert.isAtMost(wait, expected + 5000)
      }))
  }

  inWorld("a refused credential pauses the connection and costs no attempt; other connections go on", {
    connections: [{ id: "other-books", plugin: "erp-fake" }]
  }, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "credential")
      const connections = yield* Connections
      const first = yield* owe("SO-1")
      yield* until(Effect.sync(() => connections.pausedOf("books") !== undefined))
      const second = yield* owe("SO-2")
      const elsewhere = yield* owe("SO-3", { connection: "other-books" })
      yield* until(isIn(elsewhere, "Delivered"))
      yield* pass(10_000)
      assert.deepStrictEqual((yield* rowOf(first)).state, "Pending")
      assert.deepStrictEqual((yield* rowOf(first)).attempt, 0)
      assert.deepStrictEqual((yield* rowOf(second)).state, "Pending")
      assert.deepStrictEqual(w.erp.attempts.map((one) => one.deliveryId), [first, elsewhere])
      yield* connections.resume("books")
      yield* nothingOwed
      assert.sameMembers(told(w), ["SO-3 T-SO-3", "SO-1 T-SO-1", "SO-2 T-SO-2"])
    }))

  inWorld("an endpoint that failed for five days is stopped, and once it is resumed it has five days again", {
    isIdle: true,
    delivery: { schedule: [0] }
  }, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      const isStopped = Effect.sync(() => connections.pausedOf("books") !== undefined)
      const fails = (number: string) =>
        Effect.gen(function*() {
          w.erp.planFor(number, "unreachable")
          const id = yield* owe(number)
          yield* working(isIn(id, "Dead"))
        })
      yield* fails("SO-1")
      yield* TestClock.adjust("119 hours")
      yield* fails("SO-2")
      assert.isFalse(yield* isStopped)
      yield* TestClock.adjust("1 hour")
      yield* fails("SO-3")
      yield* working(isStopped)
      assert.match(connections.pausedOf("books")!.because, /^every attempt of 5 days failed/)
      yield* connections.resume("books")
      yield* fails("SO-4")
      yield* TestClock.adjust("119 hours")
      yield* fails("SO-5")
      assert.isFalse(yield* isStopped)
      yield* TestClock.adjust("2 hours")
      yield* fails("SO-6")
      yield* working(isStopped)
    }))

  inWorld("what waits for a paused connection holds up no other, however much it is", {
    connections: [{ id: "other-books", plugin: "erp-fake" }]
  }, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* connections.pause("books", "a test")
      for (let number = 0; number < 300; number++) yield* owe(`SO-${number}`)
      const elsewhere = yield* owe("SO-X", { connection: "other-books" })
      yield* until(isIn(elsewhere, "Delivered"), 10_000)
      assert.deepStrictEqual(told(w), ["SO-X T-SO-X"])
    }))

  inWorld("a connection that does not answer is sent less and less, and holds up no other", {
    connections: [{ id: "other-books", plugin: "erp-fake" }]
  }, (w) =>
    Effect.gen(function*() {
      for (let number = 0; number < 40; number++) {
        w.erp.planFor(`SO-${number}`, "hang")
        yield* owe(`SO-${number}`)
      }
      yield* until(Effect.sync(() => w.erp.attempts.length >= 4))
      const elsewhere = yield* owe("SO-X", { connection: "other-books" })
      yield* until(isIn(elsewhere, "Delivered"), 10_000)
      yield* pass(3000)
      assert.strictEqual(w.erp.attempts.length, 5, "four to one that nobody knows")
      const { endpoints } = yield* Outbox
      yield* until(Effect.map(endpoints, (all) => all.some(({ connection, failures }) => connection === "books" && failures >= 5)))
      const books = (yield* endpoints).find(({ connection }) => connection === "books")
      assert.strictEqual(books?.share, 1)
      assert.isDefined(books?.closedUntil)
    }))

  inWorld("however many end in the same moment, no more are on their way than the connection is given (F20)", {}, (w) =>
    Effect.gen(function*() {
      const most = 32
      const connections = yield* Connections
      yield* connections.put({ ...connections.get("books")!, deliveriesAtOnce: most })
      for (let number = 1; number <= 300; number++) {
        w.erp.planFor(`SO-${number}`, "slow")
        yield* owe(`SO-${number}`)
      }
      let highest = 0
      yield* until(Effect.sync(() => {
        highest = Math.max(highest, w.erp.attempts.length - w.erp.received.length)
        return w.erp.received.length === 300
      }))
      assert.strictEqual(highest, most)
    }))

  inWorld("a connection that is given less at once while it works has no more than that on its way", {}, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      yield* owe("SO-0")
      yield* nothingOwed
      yield* connections.put({ ...connections.get("books")!, deliveriesAtOnce: 1 })
      for (let number = 1; number <= 6; number++) {
        w.erp.planFor(`SO-${number}`, "hang")
        yield* owe(`SO-${number}`)
      }
      yield* pass(3000)
      assert.strictEqual(w.erp.attempts.length, 2)
    }))

  inWorld("the messages of one order arrive in order, and other orders pass one that is tried again", {}, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "unlisted", "unlisted", "unlisted")
      for (const trackingNumber of ["T-1", "T-2", "T-3"]) yield* owe("SO-1", { trackingNumber })
      yield* owe("SO-2")
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      assert.deepStrictEqual(told(w), ["SO-2 T-SO-2"])
      yield* until(Effect.sync(() => w.erp.received.length === 4), 300_000)
      assert.deepStrictEqual(told(w), ["SO-2 T-SO-2", "SO-1 T-1", "SO-1 T-2", "SO-1 T-3"])
    }))

  inWorld("a dead letter holds back the later ones of its own entity alone, until it is replayed", {}, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("ASN-1", "refuse")
      const dead = yield* oweBatch("ASN-1", "B-1")
      yield* oweBatch("ASN-1", "B-2")
      yield* oweBatch("ASN-2", "B-1")
      yield* owe("SO-1")
      yield* until(isIn(dead, "Dead"))
      yield* pass(10_000)
      assert.sameMembers(told(w), ["ASN-2 B-1", "SO-1 T-SO-1"])
      yield* (yield* Outbox).replay([dead])
      yield* nothingOwed
      assert.deepStrictEqual(told(w).slice(2), ["ASN-1 B-1", "ASN-1 B-2"])
    }))

  inWorld("a dead letter that is cancelled lets the later ones pass", {}, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("ASN-1", "refuse")
      const dead = yield* oweBatch("ASN-1", "B-1")
      yield* oweBatch("ASN-1", "B-2")
      yield* until(isIn(dead, "Dead"))
      assert.deepStrictEqual(yield* (yield* Outbox).cancel([dead], "by a person"), [dead])
      yield* nothingOwed
      assert.deepStrictEqual(told(w), ["ASN-1 B-2"])
      assert.deepStrictEqual(yield* (yield* Outbox).replay([dead]), [])
    }))

  for (const how of ["unlisted", "refuse"] as const) {
    inWorld(`an order in progress that was not told (${how}) is made pointless by whatever comes later`, {}, (w) =>
      Effect.gen(function*() {
        w.erp.planFor("SO-1", how)
        const first = yield* owe("SO-1", { phase: "open", status: "PICKED" })
        yield* until(Effect.sync(() => w.erp.attempts.length === 1))
        yield* until(Effect.map(isIn(first, "InFlight"), (is) => !is))
        const second = yield* owe("SO-1")
        assert.deepStrictEqual([(yield* rowOf(first)).state, (yield* rowOf(first)).cause], ["Cancelled", "superseded"])
        yield* until(isIn(second, "Delivered"), 2000)
        assert.deepStrictEqual(told(w), ["SO-1 T-SO-1"])
      }))
  }

  inWorld("an order in progress that fails to be told while something newer waits is not tried again", {}, (w) =>
    Effect.gen(function*() {
      w.erp.planFor("SO-1", "hang")
      const first = yield* owe("SO-1", { phase: "open", status: "PICKED" })
      yield* until(isIn(first, "InFlight"))
      const second = yield* owe("SO-1")
      assert.strictEqual((yield* rowOf(first)).state, "InFlight")
      yield* until(isIn(second, "Delivered"), 17_000)
      assert.deepStrictEqual([(yield* rowOf(first)).state, (yield* rowOf(first)).cause], ["Cancelled", "superseded"])
    }))

  inWorld("a parcel, an end and a batch are made pointless by nothing", { isIdle: true }, () =>
    Effect.gen(function*() {
      const all = [
        yield* owe("SO-1", { trackingNumber: "T-1" }),
        yield* owe("SO-1", { trackingNumber: "T-2" }),
        yield* owe("SO-2", { phase: "failed" }),
        yield* owe("SO-2", { trackingNumber: "T-3" }),
        yield* oweBatch("ASN-1", "B-1"),
        yield* oweBatch("ASN-1", "B-2")
      ]
      assert.deepStrictEqual((yield* Effect.forEach(all, rowOf)).map((row) => row.state), all.map(() => "Pending"))
    }))

  inWorld("a message that the plugin cannot prepare ends as a dead letter with its cause, and a replay prepares it again", {}, (w) =>
    Effect.gen(function*() {
      const id = yield* oweBatch("ASN-1", "B-1")
      yield* until(isIn(id, "Delivered"))
      w.erp.refuseToWrite("/trackNumber")
      const unwritable = yield* owe("SO-1")
      yield* until(isIn(unwritable, "Dead"))
      const row = yield* rowOf(unwritable)
      assert.strictEqual(row.attempt, 1)
      assert.include(row.cause, "/trackNumber")
      assert.notInclude(row.payload_sealed, "SO-1")
      w.erp.refuseToWrite("/phase")
      assert.deepStrictEqual(yield* (yield* Outbox).replay([unwritable]), [unwritable])
      yield* until(Effect.map(rowOf(unwritable), ({ cause, state }) => state === "Dead" && cause.includes("/phase")))
      assert.strictEqual(w.erp.attempts.length, 1)
    }))

  inWorld("calls no plugin inside of a transaction, neither to open it nor to prepare a message", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const db = yield* Database
      const calls = () => [w.erp.opened(), w.erp.prepared()]
      const within = <A, E, R>(work: Effect.Effect<A, E, R>) => {
        const before = calls()
        return Effect.tap(db.transaction(work), () => Effect.sync(() => assert.deepStrictEqual(calls(), before)))
      }
      w.erp.refuseToWrite("/status")
      const id = yield* within(owe("SO-1"))
      yield* working(isIn(id, "Dead"))
      assert.deepStrictEqual(calls(), [1, 1])
      w.erp.refuseToWrite(undefined)
      yield* within(oweBatch("ASN-1", "B-1"))
      assert.deepStrictEqual(yield* within(outbox.replay([id])), [id])
      yield* working(Effect.sync(() => w.erp.received.length === 2))
      assert.deepStrictEqual(calls(), [1, 3])
    }))

  const neverOpening = () => {
    const erp = Peers.erp()
    erp.manners.opens = "never"
    return { warehouse: Peers.warehouse(), erp }
  }

  inWorld("stores news while a plugin hangs as it is opened, and sends them in order once it opens", { peers: neverOpening() }, (w) =>
    Effect.gen(function*() {
      const first = yield* owe("SO-1", { trackingNumber: "T-1" })
      const second = yield* owe("SO-1", { trackingNumber: "T-2" })
      yield* until(Effect.map(rowOf(first), ({ cause }) => cause === "the peer could not be reached; nothing was sent"))
      assert.deepInclude(yield* rowOf(second), { state: "Pending", attempt: 0 })
      w.erp.manners.opens = true
      yield* until(isIn(second, "Delivered"), 600_000)
      assert.deepStrictEqual(told(w), ["SO-1 T-1", "SO-1 T-2"])
    }))

  inWorld("sends the other messages of an endpoint while its plugin throws at one of them", {}, (w) =>
    Effect.gen(function*() {
      w.erp.manners.throws = "SO-1"
      const thrown = yield* owe("SO-1")
      const others = yield* Effect.forEach(["SO-2", "SO-3"], (number) => owe(number))
      yield* until(isIn(thrown, "Dead"))
      yield* Effect.forEach(others, (id) => until(isIn(id, "Delivered")))
      assert.include((yield* rowOf(thrown)).cause, "the plugin threw an error")
      assert.deepStrictEqual((yield* Books.attempts(thrown)).map(({ outcome }) => outcome), ["RequestInvalid"])
    }))

  inWorld("keeps the content of an attempt that failed, and what an earlier release prepared, as they were sent (D1-395)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const vault = yield* Vault
      w.erp.plan("lose-answer")
      const id = yield* owe("SO-1")
      yield* until(Effect.map(rowOf(id), ({ attempt, state }) => state === "Pending" && attempt === 1))
      // As a newer plugin would write it.
      w.erp.manners.spells = (content) => `${content} `
      const older = yield* db.transaction(owe("SO-2").pipe(
        Effect.tap((delivery) => db.query("update delivery_content set content_sealed = $2, payload_sealed = null where seq = (select seq from delivery where id = $1)", [delivery, vault.seal(contentPlace(delivery), "{\"orderNumber\":\"SO-2\"}")]))
      ))
      yield* until(isIn(id, "Delivered"), 600_000)
      yield* until(isIn(older, "Delivered"))
      assert.strictEqual(new Set(w.erp.attempts.filter(({ deliveryId }) => deliveryId === id).map(({ text }) => text)).size, 1)
      assert.strictEqual(w.erp.attempts.find(({ deliveryId }) => deliveryId === older)?.text, "{\"orderNumber\":\"SO-2\"}")
    }))

  withDatabase("a message that could not be prepared is sent once its plugin is repaired and it is replayed, also after a restart; then it is the same in every attempt", (database, peers) =>
    Effect.gen(function*() {
      peers.erp.refuseToWrite("/trackNumber")
      const [id, later] = yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const first = yield* owe("SO-1", { phase: "failed" })
          const later = yield* owe("SO-2", { phase: "failed" })
          yield* until(Effect.map(Effect.all([isIn(first, "Dead"), isIn(later, "Dead")]), (all) => all.every(Boolean)))
          return [first, later] as const
        }))
      peers.erp.refuseToWrite(undefined)
      peers.erp.plan("refuse")
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const outbox = yield* Outbox
          assert.deepStrictEqual(yield* outbox.replay([id, "of nobody"]), [id])
          yield* until(Effect.map(rowOf(id), ({ attempt, state }) => state === "Dead" && attempt === 1))
          assert.isNull((yield* rowOf(id)).payload_sealed)
          assert.deepStrictEqual(yield* outbox.replay([id]), [id])
          yield* until(isIn(id, "Delivered"))
          assert.strictEqual((yield* rowOf(later)).state, "Dead")
          assert.deepStrictEqual(yield* outbox.replay([later]), [later])
          yield* until(isIn(later, "Delivered"))
        }))
      assert.deepStrictEqual(peers.erp.attempts.map(({ deliveryId }) => deliveryId), [id, id, later])
      assert.strictEqual(peers.erp.attempts[0]?.text, peers.erp.attempts[1]?.text)
      assert.deepInclude(peers.erp.received[0]?.content, { orderNumber: "SO-1", phase: "failed", warehouseCode: "WH-1" })
    }))

  inWorld("does not replay a message of which an earlier release kept nothing, because it could not prepare it", { isIdle: true }, () =>
    Effect.gen(function*() {
      const id = yield* owe("SO-1")
      yield* (yield* Database).query("update delivery set state = 'Dead', attempt = 0")
      yield* (yield* Database).query("update delivery_content set payload_sealed = null")
      assert.deepStrictEqual(yield* (yield* Outbox).replay([id]), [])
      assert.strictEqual((yield* rowOf(id)).state, "Dead")
    }))

  inWorld("shows an operator the event and the text that was sent, whether it arrived in its first attempt or not", {}, (w) =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const revealed = (id: string) => Effect.flatMap(rowOf(id), outbox.reveal)
      const id = yield* owe("SO-1")
      yield* until(isIn(id, "Delivered"))
      const { content, payload } = yield* revealed(id)
      assert.strictEqual(w.erp.received[0]?.text, content)
      assert.deepInclude(JSON.parse(payload!), { orderNumber: "SO-1", phase: "shipped" })
      w.erp.planFor("SO-2", "refuse")
      const dead = yield* owe("SO-2")
      yield* until(isIn(dead, "Dead"))
      assert.deepStrictEqual(yield* revealed(dead), { content: w.erp.attempts[1]!.text })
    }))

  withDatabase("a restart in the middle of an attempt sends the same again under the same id (D1-373)", (database, peers) =>
    Effect.gen(function*() {
      peers.erp.plan("hang")
      const id = yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const id = yield* owe("SO-1")
          yield* owe("SO-1", { trackingNumber: "T-2" })
          yield* until(isIn(id, "InFlight"))
          return id
        }))
      yield* world(database, { peers }, (w) =>
        Effect.gen(function*() {
          yield* nothingOwed
          assert.deepStrictEqual(told(w), ["SO-1 T-SO-1", "SO-1 T-2"])
          assert.deepStrictEqual(peers.erp.attempts.slice(0, 2).map((one) => one.deliveryId), [id, id])
          assert.strictEqual(peers.erp.attempts[0]?.text, peers.erp.attempts[1]?.text)
        }))
    }))

  inWorld("a claim that was lost on its way is found behind any number of those that are worked on", { isIdle: true }, () =>
    Effect.gen(function*() {
      const db = yield* Database
      const ownership = yield* NodeLeases
      const lost = new Set<string>()
      for (let number = 0; number < 1003; number++) {
        const id = yield* owe(`SO-${number}`)
        if (number % 500 === 2) lost.add(id)
      }
      yield* db.query(
        "update delivery set state = 'InFlight', attempt = 1, owner = $1, epoch = $2, leased_until = 0",
        [ownership.node, ownership.epoch]
      )
      const isWorkedOn = (row: Row) => Effect.succeed(!lost.has(row.id))
      const found = yield* AbandonedClaims.orphans({ db, ownership, table: "delivery", key: "seq", columns: "seq, id, epoch", isWorkedOn, underWay: AbandonedClaims.claimsUnderWay() })
      assert.sameMembers(found.map(({ id }) => String(id)), [...lost])
    }))

  inWorld("a claim that a slow database answers late is not taken for a lost one and sent again (F6)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const { unit } = db
      const bothOwed = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<void>()
      let isLate = true
      // The end of the first claims the second, which has to be stored by then.
      const slow: typeof unit = (one, input) => {
        if (one.name !== "settle a delivery" || !isLate) return unit(one, input)
        isLate = false
        return Deferred.await(bothOwed).pipe(
          Effect.andThen(unit(one, input)),
          Effect.tap(() => Deferred.await(answered))
        )
      }
      Object.assign(db, { unit: slow })
      const first = yield* owe("SO-1")
      const second = yield* owe("SO-1", { trackingNumber: "T-2" })
      yield* Deferred.succeed(bothOwed, undefined)
      yield* until(isIn(second, "InFlight"))
      yield* pass(AbandonedClaims.workedOn + 2 * heartbeat)
      assert.deepInclude(yield* rowOf(second), { state: "InFlight", attempt: 1 })
      yield* Deferred.succeed(answered, undefined)
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.attempts.map(({ deliveryId }) => deliveryId), [first, second])
    }))

  inWorld("a claim of an outcome that a locked database refused before is not taken for a lost one (F7)", {}, (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const { unit } = db
      const bothOwed = yield* Deferred.make<void>()
      const answered = yield* Deferred.make<void>()
      let refusals = 3
      const locked: typeof unit = (one, input) => {
        if (one.name !== "settle a delivery" || refusals < 0) return unit(one, input)
        if (refusals-- > 0) return Effect.andThen(Effect.sleep("5 seconds"), Effect.fail(new DatabaseFailed({ cause: "database is locked", isUniqueViolation: false })))
        return Deferred.await(bothOwed).pipe(
          Effect.andThen(unit(one, input)),
          Effect.tap(() => Deferred.await(answered))
        )
      }
      Object.assign(db, { unit: locked })
      const first = yield* owe("SO-1")
      const second = yield* owe("SO-1", { trackingNumber: "T-2" })
      yield* Deferred.succeed(bothOwed, undefined)
      yield* until(isIn(second, "InFlight"), 60_000)
      // The loop looks for claims that nobody works on.
      yield* pass(AbandonedClaims.workedOn + 2 * heartbeat)
      assert.deepInclude(yield* rowOf(second), { state: "InFlight", attempt: 1 })
      yield* Deferred.succeed(answered, undefined)
      yield* nothingOwed
      assert.deepStrictEqual(w.erp.attempts.map(({ deliveryId }) => deliveryId), [first, second])
    }))

  withDatabase("the claim of an older process changes nothing", (database, peers) =>
    Effect.gen(function*() {
      peers.erp.plan("hang", "hang")
      yield* world(database, { peers, isIdle: true }, () =>
        Effect.gen(function*() {
          const id = yield* owe("SO-1")
          yield* working(isIn(id, "InFlight"))
          yield* pass(5000, 500)
          yield* world(database, { peers }, () =>
            Effect.gen(function*() {
              yield* until(Effect.sync(() => peers.erp.attempts.length === 2))
              // The older one gives up waiting for its own attempt while this one is on its way.
              yield* until(Effect.map(Books.attempts(id), (tries) => tries.length === 1), 14_000)
              assert.deepInclude(yield* rowOf(id), { state: "InFlight", attempt: 2 })
              yield* until(isIn(id, "Delivered"))
            }))
          assert.deepInclude(yield* rowOf(id), { state: "Delivered", attempt: 3 })
          const tries = yield* Books.attempts(id)
          assert.deepStrictEqual(tries.map((one) => one.outcome), ["TransportFailed", "TransportFailed", "delivered"])
        }))
      assert.strictEqual(peers.erp.received.length, 1)
    }))

  withDatabase("a process that dies in each attempt uses them up, and ends in a dead letter", (database, peers) =>
    Effect.gen(function*() {
      const dying: Options = {
        peers,
        delivery: { schedule: [0, "1 second", "1 second"] },
        failpoint: (name) => {
          if (name === "push.before-send") throw new Error("the process dies here")
        }
      }
      const id = yield* world(database, { ...dying, isIdle: true }, () => owe("SO-1"))
      for (let start = 1; start <= 3; start++) {
        yield* world(database, dying, () => until(Effect.map(rowOf(id), (row) => row.attempt === start)))
      }
      yield* world(database, { peers, delivery: dying.delivery }, () =>
        Effect.gen(function*() {
          assert.strictEqual((yield* rowOf(id)).state, "Dead")
          yield* pass(3000)
          assert.deepStrictEqual(peers.erp.attempts, [])
          yield* (yield* Outbox).replay([id])
          yield* until(isIn(id, "Delivered"))
        }))
    }))

  withDatabase("an attempt whose outcome could not be stored is made again once its lease is over", (database, peers) => {
    let left = 1
    const failpoint = (name: string) => {
      if (name === "push.after-send" && left-- > 0) throw new Error("the database is away")
    }
    return world(database, { peers, failpoint }, (w) =>
      Effect.gen(function*() {
        const id = yield* owe("SO-1")
        yield* owe("SO-1", { trackingNumber: "T-2" })
        yield* until(isIn(id, "Delivered"), 90_000, 500)
        yield* nothingOwed
        assert.deepStrictEqual(told(w), ["SO-1 T-SO-1", "SO-1 T-SO-1", "SO-1 T-2"])
        assert.strictEqual((yield* rowOf(id)).attempt, 2)
      }))
  })

  const paused: Array<unknown> = []
  let look = () => {}
  inWorld("a connection is paused before what its credential was refused for is due again", {
    failpoint: (name) => name === "push.before-commit" ? look() : undefined
  }, (w) =>
    Effect.gen(function*() {
      const connections = yield* Connections
      look = () => void paused.push(connections.pausedOf("books")?.because)
      w.erp.plan("credential")
      yield* owe("SO-1")
      yield* until(Effect.sync(() => paused.length > 0))
      assert.deepStrictEqual(paused.splice(0), ["credential"])
    }))

  withDatabase("a pause outlives a restart", (database, peers) =>
    Effect.gen(function*() {
      peers.erp.plan("credential")
      const id = yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          const id = yield* owe("SO-1")
          const connections = yield* Connections
          yield* until(Effect.sync(() => connections.pausedOf("books") !== undefined))
          return id
        }))
      yield* world(database, { peers }, () =>
        Effect.gen(function*() {
          yield* pass(5000)
          assert.strictEqual(peers.erp.attempts.length, 1)
          yield* (yield* Connections).resume("books")
          yield* until(isIn(id, "Delivered"))
        }))
      yield* world(database, { peers }, () =>
        Effect.map(Connections, (connections) => assert.isUndefined(connections.pausedOf("books"))))
    }))
})
