/**
 * Inbound orders of an ERP that the runner announces to a warehouse: once each, whatever happens in between, and the ERP learns the
 * outcome and what arrives.
 */
import { assert, it } from "@effect/vitest"
import type { Link } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { InboundOrder, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import { Connections } from "../../../src/connection/Connections.ts"
import { type CallInfo, Dispatch as ErpDispatch } from "../../../src/contracts/books/Dispatch.ts"
import { Dispatch } from "../../../src/contracts/warehouse/Dispatch.ts"
import * as WarehouseJobs from "../../../src/contracts/warehouse/Jobs.ts"
import type { Name } from "../../../src/engine/Failpoint.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import { Database } from "../../../src/store/Database.ts"
import * as AnnouncingErp from "../../support/AnnouncingErp.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { asn } from "../../support/Orders.ts"
import * as Peers from "../../support/Peers.ts"
import { during, inWorldOn, nothingOwed, type Options, pass, until, type World, world } from "../../support/World.ts"

type Draft = typeof BooksV1.SubmitInboundOrder.payload.Type

const draft = (more: Partial<Draft> = {}): Draft => ({
  warehouseName: "Main",
  customNumber: "C-1",
  sendsToWarehouse: true,
  lines: [
    { sku: Sku.Sku.make("SKU-1"), expected: Quantity.of(10), lot: "L-1", expiresOn: "2027-01-31" },
    { sku: Sku.Sku.make("SKU-2"), expected: Quantity.of(4) }
  ],
  ...more
})

const info: CallInfo = { content: "signed", digest: "d-1" }
const own = "open-api:app-1"

/** A world in which `own` leaves announcing to the runner, and is a copy of the link of the ERP `books`. */
const worldOf = (more: Partial<Link> = {}, options: Options = {}) => {
  const fake = AnnouncingErp.books()
  return {
    fake,
    options: {
      ...options,
      plugins: [fake.plugin],
      connections: [{ id: "own", plugin: "announcing-erp" }],
      links: [{ copyTo: ["own"], warehouseNames: { Main: "WH-1" }, ...more }, { erp: "own", protocol: "open-api", id: "app-1" }]
    } satisfies Options
  }
}

const linkOfCaller = Effect.map(Connections, (connections) => connections.linkOf(own)!)
const submit = (asked = draft()) =>
  Effect.flatMap(linkOfCaller, (link) => Effect.flatMap(ErpDispatch, (dispatch) => dispatch.call(link, BooksV1.SubmitInboundOrder, asked, info)))
const cancel = (asnNumber = "ASN-1") =>
  Effect.flatMap(linkOfCaller, (link) =>
    Effect.flatMap(ErpDispatch, (dispatch) => dispatch.call(link, BooksV1.CancelInboundOrder, { asnNumber: InboundOrder.AsnNumber.make(asnNumber) }, info)))

/** The messages about announcements: each delivery once, however often it was repeated. */
const announcements = ({ received }: AnnouncingErp.AnnouncingErp) => {
  const first = new Map(received.filter(({ operation }) => operation === "receiveInboundAnnouncement").map((one) => [one.deliveryId, one.content]))
  return [...first.values()].map(({ asnNumber, outcome, reason, referenceNumber }) => [asnNumber, outcome, reason ?? referenceNumber])
}

const creates = (w: World) => w.warehouse.calls.filter((call) => call === "createInboundOrder").length
const stateOf = (kind: string) =>
  Effect.flatMap(Database, (db) =>
    Effect.map(db.query("select i.state from intent i join entity e on e.id = i.entity where e.kind = $1 order by i.entity", [kind]), (rows) => rows.map(({ state }) => state)))
const settled = until(Effect.flatMap(Database, (db) =>
  Effect.map(db.query("select state from intent where state in ('Pending', 'InFlight', 'Doubtful')"), (rows) => rows.length === 0)), 600_000)

const receive = (w: World, pieces: number) =>
  Effect.gen(function*() {
    const held = w.warehouse.asns.at(-1)!
    held.phase = "receiving"
    held.received.set("SKU-1", { good: pieces, bad: 0 })
    yield* (yield* Database).query("update entity set checked_at = -1000000")
    yield* during(WarehouseJobs.pollOnce("wh"))
    yield* nothingOwed
  })

onBothDatabases("an inbound order of an ERP", (fresh) => {
  const inWorld = inWorldOn(fresh)

  {
    const { fake, options } = worldOf()
    inWorld("is announced to the warehouse that has its name, once, and the ERP learns that it was sent (E-447)", options, (w) =>
      Effect.gen(function*() {
        const answer = yield* during(submit())
        assert.strictEqual(answer.asnNumber, "ASN-1")
        yield* settled
        yield* nothingOwed
        assert.deepStrictEqual(w.warehouse.asns.map(({ order }) => order), [{
          asnNumber: InboundOrder.AsnNumber.make("ASN-1"),
          warehouseCode: "WH-1",
          customNumber: "C-1",
          type: "MANUAL",
          lines: [
            { sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(10), lot: "L-1", expiresOn: "2027-01-31" },
            { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(4) }
          ]
        }])
        assert.deepStrictEqual(announcements(fake), [["ASN-1", "sent", "R-1"]])
        yield* during(submit())
        yield* pass(60_000, 1000)
        assert.strictEqual(creates(w), 1)
        assert.lengthOf(announcements(fake), 1)
        const [row] = yield* (yield* Database).query("select put_by from intent where operation = 'createInboundOrder'")
        assert.strictEqual(row?.put_by, "own")
      }))
  }

  for (const [title, sends] of [["without the flag", undefined], ["with the flag N", false]] as const) {
    const { fake, options } = worldOf()
    inWorld(`${title} is not announced (${sends === undefined ? "E-448" : "E-449"})`, options, (w) =>
      Effect.gen(function*() {
        const { sendsToWarehouse: _, ...rest } = draft()
        yield* during(submit(sends === undefined ? rest : { ...rest, sendsToWarehouse: sends }))
        yield* pass(30_000, 1000)
        assert.deepStrictEqual([creates(w), announcements(fake)], [0, []])
      }))
  }

  {
    const { fake, options } = worldOf({ warehouseNames: { Other: "WH-2" } })
    inWorld("for a warehouse that no link names is told to be unsent, with what to do", options, (w) =>
      Effect.gen(function*() {
        yield* during(submit())
        yield* nothingOwed
        assert.deepStrictEqual(announcements(fake), [["ASN-1", "failed", "no link announces orders at \"Main\"; write the name into warehouseNames of a link to its warehouse"]])
        assert.strictEqual(creates(w), 0)
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("that the warehouse refuses is told to be unsent, with the warehouse's reason", options, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createInboundOrder", "refuse")
        yield* during(submit())
        yield* settled
        yield* nothingOwed
        assert.deepStrictEqual(announcements(fake), [["ASN-1", "failed", "BAD_ADDRESS: the address is not known"]])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("that the warehouse refused is announced again when a person reopens its create at the ERP, and the ERP keeps one order", options, (w) =>
      Effect.gen(function*() {
        const db = yield* Database
        w.warehouse.plan("createInboundOrder", "refuse")
        yield* during(submit())
        yield* settled
        yield* nothingOwed
        const [row] = yield* db.query("select id from intent where operation = 'submitInboundOrder'")
        yield* (yield* Intents).reopen(String(row!.id), "Ada")
        yield* settled
        yield* nothingOwed
        assert.deepStrictEqual(announcements(fake).map(([, outcome]) => outcome), ["failed", "sent"])
        assert.deepStrictEqual([fake.orders.length, w.warehouse.asns.length], [1, 1])
        yield* (yield* Intents).reopen(String(row!.id), "Ada")
        yield* settled
        yield* nothingOwed
        assert.deepStrictEqual([announcements(fake).length, creates(w)], [2, 2])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("is told to be sent only when that is known", options, (w) =>
      Effect.gen(function*() {
        w.warehouse.plan("createInboundOrder", "lose-answer")
        w.warehouse.plan("getInboundOrders", ...Array.from({ length: 2 }, () => "unavailable" as const))
        yield* during(submit())
        yield* until(Effect.map(stateOf("inbound"), ([state]) => state === "Doubtful"))
        assert.deepStrictEqual(announcements(fake), [])
        yield* settled
        yield* nothingOwed
        assert.deepStrictEqual([announcements(fake), creates(w)], [[["ASN-1", "sent", "R-1"]], 1])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("that a person gives up is told to be unsent", { ...options, server: { callerDeadline: "1 second" } }, (w) =>
      Effect.gen(function*() {
        const db = yield* Database
        w.warehouse.plan("createInboundOrder", "lose-request")
        yield* during(submit())
        yield* until(Effect.map(stateOf("inbound"), ([state]) => state === "Doubtful"))
        const [row] = yield* db.query("select id from intent where operation = 'createInboundOrder'")
        yield* (yield* Intents).decide(String(row!.id), { decision: "Dead", who: "Ada" })
        yield* nothingOwed
        assert.deepStrictEqual(announcements(fake), [["ASN-1", "failed", "GIVEN_UP: a person decided that this order is not sent"]])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("whose number a caller of the link has used otherwise is told to be unsent", options, (w) =>
      Effect.gen(function*() {
        const dispatch = yield* Dispatch
        yield* during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))
        yield* during(submit())
        yield* nothingOwed
        const [[number, outcome, reason] = []] = announcements(fake)
        assert.deepStrictEqual([number, outcome], ["ASN-1", "failed"])
        assert.match(reason, /^DIFFERENT_CONTENT: this number was used with other content/)
        assert.strictEqual(creates(w), 1)
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("gets what arrives, and no other ERP of the link does, while the orders of that one go to both", options, (w) =>
      Effect.gen(function*() {
        yield* during(submit())
        yield* settled
        yield* receive(w, 3)
        yield* receive(w, 3)
        yield* receive(w, 10)
        const batches = (received: ReadonlyArray<{ readonly operation: string; readonly content: any }>, number: string) =>
          received.filter(({ content, operation }) => operation === "receiveInboundProgress" && content.asnNumber === number)
            .map(({ content }) => content.lines.find((line: { sku: string }) => line.sku === "SKU-1").received)
        assert.deepStrictEqual(batches(fake.received, "ASN-1"), [3, 7])
        assert.lengthOf(w.erp.received, 0)
        assert.deepStrictEqual(fake.received.map(({ operation }) => operation), ["receiveInboundAnnouncement", "receiveInboundProgress", "receiveInboundProgress"])
        yield* during(Effect.flatMap(Dispatch, (dispatch) => dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("E-1"), "")))
        yield* receive(w, 2)
        assert.deepStrictEqual([batches(fake.received, "E-1"), batches(w.erp.received, "E-1")], [[2], [2]])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("is cancelled at the warehouse before the ERP cancels it", options, (w) =>
      Effect.gen(function*() {
        yield* during(submit())
        yield* settled
        yield* during(cancel())
        assert.deepStrictEqual(w.warehouse.asns.map(({ phase }) => phase), ["cancelled"])
        assert.deepStrictEqual(fake.orders.map(({ phase }) => phase), ["cancelled"])
        yield* during(cancel())
        assert.deepStrictEqual(w.warehouse.calls.filter((call) => call === "cancelInboundOrders"), ["cancelInboundOrders"])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("of which goods arrived is not cancelled, neither there nor at the ERP (E-544)", options, (w) =>
      Effect.gen(function*() {
        yield* during(submit())
        yield* settled
        yield* receive(w, 3)
        const refusal = yield* during(Effect.flip(cancel()))
        assert.deepStrictEqual([refusal.code, refusal.message], ["ASN_STATE_INVALID", "the warehouse keeps ASN-1: goods were received"])
        assert.deepStrictEqual([fake.orders[0]?.phase, w.warehouse.asns[0]?.phase], ["announced", "receiving"])
      }))
  }

  {
    const { fake, options } = worldOf()
    inWorld("that is cancelled before it was announced never reaches the warehouse", { ...options, isIdle: true }, (w) =>
      Effect.gen(function*() {
        yield* during(submit())
        yield* during(cancel())
        yield* Effect.forkScoped((yield* Intents).run)
        yield* pass(30_000, 1000)
        assert.deepStrictEqual([creates(w), yield* stateOf("inbound")], [0, ["Cancelled"]])
        assert.deepStrictEqual(fake.orders.map(({ phase }) => phase), ["cancelled"])
      }))
  }

  const places: ReadonlyArray<Name> = [
    "intent.committed", "create.claimed", "create.before-send", "create.after-send", "outcome.before-commit", "outcome.committed",
    "push.claimed", "push.before-send", "push.after-send", "push.before-commit", "push.committed"
  ]
  /** The create at the ERP passes a place first, and the one at the warehouse second; a message passes each once. */
  const deaths = places.flatMap((place) => (place.startsWith("push") || place === "intent.committed" ? [1] : [1, 2]).map((time) => [place, time] as const))

  it.effect.each(deaths)("is announced once although the process ends at %s, the time it comes there being number %i", ([place, time]) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const { fake, options } = worldOf({}, { peers, server: { callerDeadline: "2 seconds" } })
      let passed = 0
      let isDead = false
      /** After its end, a process passes no other place. */
      const failpoint = (name: Name) => {
        if (isDead || (name === place && ++passed === time)) {
          isDead = true
          throw new Error(`the process ends at ${place}`)
        }
      }
      yield* world(database, { ...options, failpoint }, () =>
        Effect.andThen(during(Effect.exit(submit())), until(Effect.sync(() => isDead))))
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* during(Effect.exit(submit()))
          yield* until(Effect.sync(() => announcements(fake).length > 0), 600_000, 1000)
          yield* settled
          yield* nothingOwed
          assert.lengthOf(fake.orders, 1)
          assert.deepStrictEqual(w.warehouse.asns.map(({ phase }) => phase), ["announced"])
          assert.deepStrictEqual(announcements(fake), [["ASN-1", "sent", "R-1"]])
        }))
    }))
})
