/**
 * Orders that ship with a label of the shop: the shop arranges each shipment once, and the warehouse gets the order with its label once.
 */
import type { DeskRule } from "@crossdock/config"
import { AdapterError, type Document, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { Desk } from "../../src/desk/Desk.ts"
import { labelOf } from "../../src/desk/LabelledParts.ts"
import type { Name } from "../../src/engine/Failpoint.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as World from "../support/DeskWorld.ts"
import * as FakeShop from "../support/FakeShop.ts"
import * as Peers from "../support/Peers.ts"
import { inWorldOn, pass, type World as Runner, world } from "../support/World.ts"

const label = { providerCode: "POST", providerName: "Post" }

const rules: ReadonlyArray<DeskRule> = [{ name: "labelled", place: { at: [World.north, World.south], split: true, channel: "STD", label } }]

/** The orders that the warehouses are to ship, with their labels. */
const sent = (w: Pick<Runner, "warehouse">) =>
  w.warehouse.orders.filter(({ phase }) => phase !== "cancelled").map(({ order }) =>
    [order.orderNumber, order.warehouseCode, order.packageType, order.trackingNumber, Buffer.from(FakeShop.contentOf(order.documents?.[0]), "base64").toString()].join(" "))

/** The shipments that the shop has arranged, with their contents. */
const arranged = ({ arranged: all }: FakeShop.Shop) =>
  all.map(({ asked, isCancelled, trackingNumber }) =>
    [trackingNumber, asked.onlineOrderId, asked.providerCode, ...(asked.items ?? []).map(({ productId, quantity }) => `${Quantity.toNumber(quantity)} ${productId}`), ...(isCancelled ? ["cancelled"] : [])].join(" "))

const rejected = (message: string) => new AdapterError.Rejected({ fault: { code: "NO", message } })

const pdf = (trackingNumber?: string): Document.Document => FakeShop.label(FakeShop.labelContent("T"), trackingNumber === undefined ? {} : { trackingNumber })

const zpl = (trackingNumber: string): Document.Document => ({ ...FakeShop.label(Buffer.from("^XA^XZ").toString("base64"), { trackingNumber }), format: "ZPL" })

describe("the label of a shipment", () => {
  const link: Document.Document = { kind: "label", format: "PDF", source: { _tag: "Link", url: Redacted.make("https://labels.example/T-1") }, trackingNumber: "T-1" }
  it.each<readonly [string, ReadonlyArray<Document.Document>, string | undefined]>([
    ["is the one with its tracking number", [pdf("T-2"), pdf("T-1")], undefined],
    ["is the only one if it names no shipment", [pdf()], undefined],
    ["is not the only one of another shipment", [pdf("T-2")], "the shop has no label of shipment T-1 yet"],
    ["is not guessed among several", [pdf(), pdf()], "the shop has no label of shipment T-1 yet"],
    ["is awaited while there is none", [], "the shop has no label of shipment T-1 yet"],
    ["is no address", [link], "the label of shipment T-1 is an address; list its host in labelHosts of the link's shop"],
    ["is a PDF", [FakeShop.label(Buffer.from("<html>").toString("base64"), { trackingNumber: "T-1" })], "what the shop gives as label of shipment T-1 is no PDF"],
    ["is in a format that the warehouse takes", [zpl("T-1")], "the label of shipment T-1 is ZPL, and the warehouse takes PDF"],
    ["is the one of two in such a format", [zpl("T-1"), pdf("T-1")], undefined],
    ["is no invoice", [{ ...pdf("T-1"), kind: "invoice" }], "the shop has no label of shipment T-1 yet"]
  ])("%s", (_, labels, failure) => {
    const found = labelOf(labels, "T-1", { documents: { label: ["PDF"] } })
    assert.strictEqual(Result.isFailure(found) ? found.failure : undefined, failure)
  })
})

onBothDatabases("an order that ships with a label of the shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const withShop = (title: string, stock: Partial<World.Stock>, test: (w: Runner, shop: FakeShop.Shop) => Effect.Effect<unknown, unknown, any>) => {
    const shop = FakeShop.shop({ arranges: true })
    inWorld(title, World.options(shop, stock, { rules }), (w) => test(w, shop))
  }

  {
    const shop = FakeShop.shop({ arranges: true })
    const whole: ReadonlyArray<DeskRule> = [{ name: "whole", place: { at: [World.north], split: false, channel: "STD", label } }]
    inWorld("is to leave at once if its rule does not split it (0040)", World.options(shop, { North: { A: 5 } }, { rules: whole }), (w) =>
      Effect.gen(function*() {
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        assert.isTrue(w.warehouse.orders[0]?.order.shipsComplete)
      }))
  }

  withShop("is sent to the warehouse with the label and its tracking number, and the shop is told when the parcel has left", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST"])
      assert.deepStrictEqual(sent(w), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1"])
      assert.strictEqual(w.warehouse.orders[0]?.order.channelCode, "STD")
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["placed", undefined, undefined])
      assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 3, 2] })
      yield* World.sync
      yield* World.later(60_000)
      assert.lengthOf(shop.notices, 0)
      yield* World.report(World.north, "S-1", { trackingNumber: "SHIP-1", carrierName: "The Post of the North" })
      assert.deepStrictEqual(shop.notices.map(({ providerCode, trackingNumber }) => [trackingNumber, providerCode]), [["SHIP-1", "POST"]])
      yield* World.sync
      yield* World.later(60_000)
      assert.deepStrictEqual((yield* World.stateOf("S-1"))[0], "done")
      assert.deepStrictEqual([arranged(shop).length, w.warehouse.orders.length, shop.notices.length], [1, 1, 1])
    }))

  withShop("is split into shipments with their contents, one after another", { North: { A: 2 }, South: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* World.settle
      assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST 2 P-A", "SHIP-2 S-1 POST 1 P-A"])
      assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1", "S-1-2 WH-2 OWN_PACKAGE SHIP-2 %PDF-1.4 SHIP-2"])
    }))

  withShop("is split into shipments of the same contents, although the answer about the second one is lost", { North: { A: 1 }, South: { A: 1 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* shop.change("S-1", World.order({ A: 2 }))
      yield* World.sync
      yield* World.round
      yield* World.settled
      shop.arrangeFailures.push("lose-answer")
      yield* World.settle
      yield* World.later(30_000)
      assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST 1 P-A", "SHIP-2 S-1 POST 1 P-A"])
      assert.deepStrictEqual(sent(w).toSorted(), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1", "S-1-2 WH-2 OWN_PACKAGE SHIP-2 %PDF-1.4 SHIP-2"])
    }))

  withShop("waits for the label, and its cause is shown meanwhile", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      const { label: ready } = shop.manners
      shop.manners.label = () => undefined
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["held", "labelPending", "the shop has no label of shipment SHIP-1 yet"])
      assert.deepStrictEqual([sent(w), yield* World.stock], [[], { "North A": [2, 0, 2] }])
      shop.manners.label = ready
      yield* World.later(30_000)
      assert.deepStrictEqual(sent(w), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1"])
      assert.deepStrictEqual(yield* World.stateOf("S-1"), ["placed", undefined, undefined])
    }))

  withShop("is held with the shop's reason if the shop arranges no shipment, its pieces are released, and a person may release it", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.arrangeFailures.push(rejected("the provider does not go there"))
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "label"])
      assert.include(because, "the provider does not go there")
      yield* World.later(30_000)
      assert.deepStrictEqual([sent(w), yield* World.stock, yield* World.partsOf("S-1")], [[], { "North A": [2, 2, 0] }, ["S-1 North void"]])
      const { release } = yield* Desk
      assert.strictEqual(yield* release({ scope: FakeShop.scope, number: "S-1", who: "Ada" }), "decided")
      yield* World.settle
      assert.deepStrictEqual([arranged(shop), sent(w)], [["SHIP-1 S-1 POST"], ["S-1-2 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1"]])
    }))

  withShop("is not sent to the warehouse if the shop ends it before the label, and the shipment is cancelled", { North: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.manners.label = () => undefined
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase: "cancelled", status: "CANCELLED" }))
      assert.deepStrictEqual([arranged(shop), w.warehouse.orders.length], [["SHIP-1 S-1 POST cancelled"], 0])
      const said = yield* (yield* Database).query("select h.who from history h join entity e on e.id = h.first_id where e.kind = 'shipment' and h.what in ('asked', 'cancelled') order by h.id")
      assert.deepStrictEqual(said.map(({ who }) => who), ["desk", "desk"])
      assert.deepStrictEqual([(yield* World.stateOf("S-1"))[0], yield* World.stock], ["closed", { "North A": [2, 2, 0] }])
    }))

  for (const phase of ["finished", "onHold"] as const) {
    withShop(`is not sent to the warehouse while it is ${phase} at the shop, and its shipment is kept`, { North: { A: 2 } }, (w, shop) =>
      Effect.gen(function*() {
        const { label: ready } = shop.manners
        shop.manners.label = () => undefined
        yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        yield* World.later(1000)
        shop.manners.label = ready
        yield* World.buy(shop, "S-1", World.order({ A: 2 }, { phase, status: "SEEN" }))
        yield* World.later(60_000)
        assert.deepStrictEqual([arranged(shop), sent(w), (yield* World.stateOf("S-1")).slice(0, 2)], [["SHIP-1 S-1 POST"], [], ["held", phase]])
        if (phase === "finished") yield* World.release("S-1")
        else yield* World.buy(shop, "S-1", World.order({ A: 2 }))
        assert.deepStrictEqual(sent(w), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1"])
      }))
  }

  withShop("is withdrawn between label and pick, its shipment is cancelled, and a changed one gets another", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* World.settle
      assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST cancelled", "SHIP-2 S-1 POST"])
      assert.deepStrictEqual(sent(w), ["S-1-2 WH-1 OWN_PACKAGE SHIP-2 %PDF-1.4 SHIP-2"])
      assert.deepStrictEqual(yield* World.stock, { "North A": [5, 2, 3] })
    }))

  withShop("whose shipment the shop keeps although nothing is shipped is held until a person has looked at it", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.later(1000)
      shop.cancelFailures.push(rejected("the carrier has it"))
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause, sent(w)], ["held", "label", []])
      assert.include(because, "shipment SHIP-1 of order S-1 could not be cancelled at the shop: NO: the carrier has it")
      yield* World.sync
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      assert.deepStrictEqual([(yield* World.stateOf("S-1")).slice(0, 2), sent(w)], [["held", "label"], []])
    }))

  withShop("that the warehouse refuses gives its shipment back, and gets another one when its address changes", { North: { A: 5 } }, (w, shop) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      yield* World.settle
      assert.deepStrictEqual((yield* World.stateOf("S-1")).slice(0, 2), ["held", "refused"])
      assert.deepStrictEqual([arranged(shop), yield* World.stock], [["SHIP-1 S-1 POST cancelled"], { "North A": [5, 5, 0] }])
      yield* World.later(1000)
      yield* World.buy(shop, "S-1", World.order({ A: 2 }, { receiver: { ...World.order({}).receiver, city: "Utrecht" } }))
      assert.deepStrictEqual([arranged(shop)[1], sent(w)], ["SHIP-2 S-1 POST", ["S-1-2 WH-1 OWN_PACKAGE SHIP-2 %PDF-1.4 SHIP-2"]])
    }))

  withShop("is not shipped in two parcels with one label", { North: { A: 2 }, South: { A: 2 } }, (w, shop) =>
    Effect.gen(function*() {
      shop.manners.trackingNumber = () => "SAME"
      yield* World.buy(shop, "S-1", World.order({ A: 3 }))
      yield* World.settle
      assert.deepStrictEqual(sent(w).map((one) => one.split(" ")[0]), ["S-1"])
      const [state, cause, because] = yield* World.stateOf("S-1")
      assert.deepStrictEqual([state, cause], ["held", "label"])
      assert.include(because, "the shop gives shipment SAME, which is that of order S-1")
      assert.isFalse(shop.arranged[0]!.isCancelled)
      assert.deepStrictEqual(yield* World.stock, { "North A": [2, 0, 2], "South A": [2, 2, 0] })
    }))

  withShop("keeps no label outside the sealed create", { North: { A: 2 } }, (_, shop) =>
    Effect.gen(function*() {
      yield* World.buy(shop, "S-1", World.order({ A: 2 }))
      const db = yield* Database
      const content = FakeShop.labelContent("SHIP-1")
      for (const table of ["desk_part", "desk_order", "history", "intent", "entity"]) {
        assert.notInclude(JSON.stringify(yield* db.query(`select * from ${table}`)), content, table)
      }
    }))

  /** Places where the process ends; the number says at which passage: the first is about the shipment, the second about the warehouse's order. */
  const places: ReadonlyArray<readonly [Name, number]> = [
    ["desk.before-commit", 1], ["desk.committed", 1], ["create.before-send", 1], ["create.after-send", 1], ["outcome.before-commit", 1], ["outcome.committed", 1],
    ["desk.before-commit", 2], ["desk.committed", 2], ["create.after-send", 2]
  ]

  it.effect.each(places)("has one shipment and one order at the warehouse although the process ends at %s, passage %i", ([place, passage]) =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(fresh)
      const peers = { warehouse: Peers.warehouse(), erp: Peers.erp() }
      const shop = FakeShop.shop({ arranges: true })
      const options = World.options(shop, { North: { A: 2 } }, { peers, rules })
      let passed = 0
      let isDead = false
      const failpoint = (name: Name) => {
        if (name === place) passed++
        if (isDead || passed === passage) {
          isDead = true
          throw new Error(`the process ends at ${place}`)
        }
      }
      yield* world(database, { ...options, failpoint }, () =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 2 }))
          yield* World.sync
          yield* Effect.repeat(Effect.andThen(Effect.exit(World.round), pass(1000)), { times: 2, until: () => isDead })
          assert.isTrue(isDead)
        }))
      yield* world(database, options, (w) =>
        Effect.gen(function*() {
          yield* World.later(30_000)
          yield* World.sync
          yield* World.later(30_000)
          assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST"])
          // The next attempt has the number of one that sent nothing (F16).
          assert.deepStrictEqual(sent(w), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 SHIP-1"])
          assert.deepStrictEqual(yield* World.partsOf("S-1"), ["S-1 North accepted"])
          assert.deepStrictEqual(yield* World.stock, { "North A": [2, 0, 2] })
        }))
    }))

  it.effect("takes the papers of the shop along that its warehouse takes", () =>
    Effect.gen(function*() {
      const shop = FakeShop.shop({ arranges: true })
      const paper = (kind: Document.DocumentKind, more: Partial<Document.Document> = {}): Document.Document => ({ ...FakeShop.label(FakeShop.labelContent(kind)), kind, ...more })
      shop.manners.papers = [paper("invoice"), paper("customs", { trackingNumber: "another" }), paper("packingSlip")]
      yield* world(yield* Effect.promise(fresh), World.options(shop, { North: { A: 2 } }, { rules }), (w) =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 2 }))
          yield* World.later(30_000)
          yield* World.sync
          yield* World.later(30_000)
          assert.deepStrictEqual(w.warehouse.orders[0]?.order.documents?.map(({ format, kind }) => `${kind} ${format}`), ["label PDF", "invoice PDF"])
        }))
    }))

  it.effect("has one order at the warehouse although two nodes read different labels of its shipment", () =>
    Effect.gen(function*() {
      const shop = FakeShop.shop({ arranges: true })
      let reads = 0
      let passed = 0
      shop.manners.label = () => FakeShop.label(FakeShop.labelContent(`version ${++reads}`), { trackingNumber: "SHIP-1" })
      const failpoint = (name: Name) => {
        if (name === "desk.committed" && ++passed === 2) throw new Error("the other node ends here")
      }
      yield* world(yield* Effect.promise(fresh), { ...World.options(shop, { North: { A: 2 } }, { rules }), failpoint }, (w) =>
        Effect.gen(function*() {
          yield* shop.change("S-1", World.order({ A: 2 }))
          yield* World.sync
          yield* World.round
          yield* World.settled
          const { round } = yield* Desk
          shop.manners.readingLabels = Effect.suspend(() => {
            shop.manners.readingLabels = Effect.void
            return Effect.exit(round)
          })
          yield* World.settle
          assert.strictEqual(reads, 2)
          assert.deepStrictEqual(sent(w), ["S-1 WH-1 OWN_PACKAGE SHIP-1 %PDF-1.4 version 1"])
          assert.deepStrictEqual([yield* World.partsOf("S-1"), yield* World.stock], [["S-1 North accepted"], { "North A": [2, 0, 2] }])
        }))
    }))

  it.effect("has one shipment although the answer of the shop was lost", () =>
    Effect.gen(function*() {
      const shop = FakeShop.shop({ arranges: true })
      shop.arrangeFailures.push("lose-answer")
      yield* world(yield* Effect.promise(fresh), World.options(shop, { North: { A: 2 }, South: { A: 1 } }, { rules }), (w) =>
        Effect.gen(function*() {
          yield* World.buy(shop, "S-1", World.order({ A: 3 }))
          yield* World.later(30_000)
          yield* World.later(30_000)
          assert.deepStrictEqual(arranged(shop), ["SHIP-1 S-1 POST 2 P-A", "SHIP-2 S-1 POST 1 P-A"])
          assert.lengthOf(sent(w), 2)
        }))
    }))
})
