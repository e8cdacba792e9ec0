/**
 * Nothing of one merchant is read, changed, blocked, spent or inferred by another one who shares every peer with him: each operation of
 * each contract, by signed calls of his own.
 */
import { BooksV1 } from "@crossdock/books"
import { Decimal, InboundOrder, OutboundOrder, PlatformV1, Quantity, Sku, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { IncomingEvents } from "../../src/records/IncomingEvents.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { type Live, live, sign } from "../support/Live.ts"
import * as Orders from "../support/Orders.ts"
import * as SharedShop from "../support/SharedShop.ts"
import * as Table from "../support/TwoMerchantsTable.ts"
import * as TwoMerchants from "../support/TwoMerchants.ts"
import { progressContent, statusContent } from "../support/Wire.ts"

const { mark } = TwoMerchants

/** The table of each document. Documents 1 and 2A have the same operations. */
const tables: Readonly<Record<TwoMerchants.Document, Readonly<Record<string, Table.Row | { readonly notServed: string }>>>> = {
  warehouse: Table.warehouse,
  gateway: Table.warehouse,
  platform: Table.platform,
  erp: Table.erp
}

const documents: Readonly<Record<TwoMerchants.Document, string>> = { warehouse: "document 1", gateway: "document 2A", platform: "document 2B", erp: "document 3" }

const rowsOf = (document: TwoMerchants.Document) =>
  Object.entries(tables[document]).flatMap(([operation, row]) => "notServed" in row ? [] : [[operation, row] as const])

describe("the table of two merchants", () => {
  it("has a row for each operation of each contract", () => {
    for (const [contract, table] of [[WarehouseV1.contract, Table.warehouse], [PlatformV1.contract, Table.platform], [BooksV1.contract, Table.erp]] as const) {
      assert.sameMembers(Object.keys(table), Object.keys(contract.operations), contract.id)
    }
    assert.deepStrictEqual((["warehouse", "gateway", "platform", "erp"] as const).map((document) => rowsOf(document).length), [10, 10, 13, 15])
  })
})

type World = Live & TwoMerchants.World & {
  readonly answers: Array<string>
  readonly A: TwoMerchants.Callers
  readonly B: Effect.Success<ReturnType<typeof TwoMerchants.callersOf>>
}

const shopOrder = (number: string, onlineShopId: string, name: string) =>
  FakeShop.order(number, 1_700_000_000_000, { shopId: "1", onlineShopId, createdAt: DateTime.makeUnsafe(1_700_000_000_000), receiver: { name: Redacted.make(name) }, raw: Redacted.make(JSON.stringify({ of: name })) })

const take = (connection: string, event: unknown) => Effect.flatMap(IncomingEvents, (events) => events.take(connection, event as never, "a message"))

const shipped = (orderNumber: string, trackingNumber: string) =>
  ({ _tag: "OutboundStatusChanged", status: { orderNumber: OutboundOrder.OrderNumber.make(orderNumber), phase: "shipped", status: "GONE", trackingNumber } })

/** What A has at each peer. */
const staged = Effect.fnUntraced(function*(w: World) {
  for (const number of ["SO-A", "SO-A2"]) yield* Effect.orDie(w.A.warehouse["createOutboundOrder"]!(Orders.order(number, { shopName: `Shop ${mark}` })))
  for (const number of ["ASN-A", "ASN-A2"]) yield* Effect.orDie(w.A.warehouse["createInboundOrder"]!(Orders.asn(number)))
  yield* Effect.orDie(w.A.warehouse["upsertProduct"]!({ sku: "SKU-1", erpSku: "SKU-1", title: mark }))
  w.warehouse.stock(["A-SKU-1", "B-SKU-1"].map((sku) => ({ sku: Sku.Sku.make(sku), sellable: Decimal.fromText(sku.startsWith("A") ? "424242" : "7")!, total: Decimal.fromText("7")! }) as never))
  Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: `TRACK-${mark}` })
  yield* Effect.orDie(take("provider", shipped("A-SO-A", `TRACK-${mark}`)))

  w.shops.put(shopOrder("A-1", "OA", mark), shopOrder("B-1", "OB", "Bob"))
  w.shops.products.push({ ...SharedShop.article("I-A", mark), onlineShopId: "OA" }, { ...SharedShop.article("I-B", "Chair"), onlineShopId: "OB" })
  w.shops.manners.tellsArticlesApart = true
  yield* Effect.orDie(take("shops", { _tag: "OrderPushed", order: shopOrder("A-1", "OA", mark) }))
  yield* Effect.orDie(w.A.platform["createShipment"]!({ onlineOrderId: "A-1", providerCode: "post", providerName: "Post" }))

  TwoMerchants.fillBooks(w)
  const line = { sku: "SKU-1", expected: Quantity.of(1), purchasePrice: Decimal.fromText("1")! }
  yield* Effect.orDie(w.A.erp["submitInboundOrder"]!({ warehouseName: "North", customNumber: "CN-A", purchaseCurrency: "CNY", lines: [line] }))
  yield* Effect.orDie(w.A.erp["moveStock"]!({ moves: [{ sku: "SKU-1", warehouseName: "North", batchNo: mark, fromLocationCode: "A", toLocationCode: "B", quantity: Quantity.of(2), reason: mark }] }))
  w.books.transfers.push({
    transferNumber: "TR1", type: "available", toWarehouseType: "OTHER", status: "NEW", createdAt: DateTime.makeUnsafe(1_700_000_000_000), updatedAt: DateTime.makeUnsafe(1_700_000_000_000),
    warehouseName: "North", toWarehouseName: "Far", customNumber: mark, lines: []
  })
  yield* TwoMerchants.settled
})

const text = (value: unknown): string => JSON.stringify(value, (_, each) => typeof each === "bigint" ? String(each) : each) ?? "nothing"

/** Calls that change something at a peer. */
const changes = /^(create|cancel|submit|move|mark|update|upsert)/

onBothDatabases("a merchant who shares every peer with another one", (fresh) => {
  const shared = (title: string, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const peers = TwoMerchants.world()
        yield* live(yield* Effect.promise(fresh), peers.composition, (running) =>
          Effect.gen(function*() {
            const answers: Array<string> = []
            const w: World = {
              ...running, ...peers, answers,
              A: yield* TwoMerchants.callersOf(running, "A", []),
              B: yield* TwoMerchants.callersOf(running, "B", answers)
            }
            yield* staged(w)
            yield* test(w)
          }) as never)
      }), 120_000)

  /** Runs work of B, and proves that A has what he had and that no peer was told to change a record of A. */
  const untouched = Effect.fnUntraced(function*(w: World, what: string, work: Effect.Effect<TwoMerchants.Called, unknown, any>) {
    const before = { stored: yield* TwoMerchants.stored, atPeers: TwoMerchants.atPeers(w), shops: w.shops.calls.length, books: w.books.calls.length }
    const answer = yield* work
    assert.notStrictEqual(answer.text, "", `${what} has not reached the runner`)
    assert.notInclude(answer.text, mark, what)
    assert.notInclude(answer.text, "424242", what)
    assert.strictEqual(yield* TwoMerchants.stored, before.stored, what)
    assert.strictEqual(TwoMerchants.atPeers(w), before.atPeers, what)
    for (const { operation, payload } of w.shops.calls.slice(before.shops)) {
      assert.strictEqual(payload.onlineShopId, "OB", `${what}: ${operation}`)
      if (changes.test(operation)) for (const name of ["A-1", "I-A", "SHIP-1"]) assert.notInclude(text(payload), `"${name}"`, `${what}: ${operation}`)
    }
    for (const { operation, payload } of w.books.calls.slice(before.books)) {
      if (changes.test(operation)) for (const name of ["North", "ASN1"]) assert.notInclude(text(payload), `"${name}"`, `${what}: ${operation}`)
    }
    assert.notInclude(w.warehouse.given.map(([, number]) => number.toLowerCase().replace(/^0/, "")), "w-1", what)
    return answer
  })

  for (const document of ["warehouse", "gateway", "platform", "erp"] as const) {
    shared(`reaches nothing of the other by any operation of ${documents[document]}, and learns nothing from refusals`, (w) =>
      Effect.gen(function*() {
        // The ERP answers with all that it has, as the earlier form of a query may make it do.
        w.books.manners.ignoresFilters = true
        const failed: Array<string> = []
        for (const [operation, row] of rowsOf(document)) {
          const handler = w.B[document][operation]
          assert.isDefined(handler, operation)
          const nobodys = row.tries((name) => Table.names[name][1])
          for (const [at, payload] of row.tries((name) => Table.names[name][0]).entries()) {
            const what = `${operation} ${at}`
            const told = yield* Effect.result(Effect.gen(function*() {
              const theirs = yield* untouched(w, what, TwoMerchants.called(w.answers, handler!(payload)))
              if (row.creates === true) return
              const none = yield* TwoMerchants.called(w.answers, handler!(nobodys[at]))
              assert.deepStrictEqual([theirs.outcome, Table.withoutNames(text(theirs.value))], [none.outcome, Table.withoutNames(text(none.value))], what)
            }).pipe(Effect.catchDefect((defect) => Effect.fail(defect))))
            if (told._tag === "Failure") failed.push(`${what}: ${String((told.failure as Error).message ?? told.failure).slice(0, 600)}`)
          }
        }
        assert.deepStrictEqual(failed, [])
      }))
  }

  shared("is refused under the warehouse key, the shop, and the tokens of the other as under those of nobody", (w) =>
    Effect.gen(function*() {
      const under = (warehouseKey: string) => TwoMerchants.callersOf(w, "B", w.answers, { warehouseKey })
      const [theirs, none] = [yield* under("key-A"), yield* under("key-NONE")]
      for (const [operation, row] of rowsOf("gateway")) {
        const [payload] = row.tries((name) => Table.names[name][0])
        const answer = yield* untouched(w, operation, TwoMerchants.called(w.answers, theirs.gateway[operation]!(payload)))
        const other = yield* TwoMerchants.called(w.answers, none.gateway[operation]!(payload))
        assert.deepStrictEqual([answer.outcome, text(answer.value).replaceAll("key-A", "KEY")], ["failure", text(other.value).replaceAll("key-NONE", "KEY")], operation)
      }
      const code = (merchant: string) => TwoMerchants.called(w.answers, w.B.tokens.getToken({ code: Redacted.make(`code-of-${merchant}-0123456789`) }))
      assert.deepStrictEqual(text((yield* untouched(w, "getToken", code("A"))).value), text((yield* code("N")).value))
      const granted = yield* (yield* TwoMerchants.callersOf(w, "A", [])).tokens.getToken({ code: Redacted.make("code-of-A-0123456789") })
      const refresh = (token: Redacted.Redacted) => TwoMerchants.called(w.answers, w.B.tokens.refreshToken(token))
      assert.deepStrictEqual(text((yield* untouched(w, "refreshToken", refresh(granted.refreshToken!))).value), text((yield* refresh(Redacted.make("nobody's"))).value))
    }))

  shared("changes nothing of the other by reports, whether they come from the provider, from a shop, or to the runner as an ERP", (w) =>
    Effect.gen(function*() {
      const form = (id: string, method: string, content: unknown, secretOf = "B") =>
        new URLSearchParams({ accessId: id, method, content: JSON.stringify(content), sign: sign(id, JSON.stringify(content), `secret-${secretOf}-receiver-0123456789`) }).toString()
      const report = (path: string, id: string, method: string, content: unknown) =>
        Effect.map(w.call({ path, headers: { "content-type": "application/x-www-form-urlencoded" }, body: form(id, method, content) }), (answer): TwoMerchants.Called =>
          ({ outcome: answer.body?.success === true || answer.body?.success === "true" ? "success" : "failure", value: answer.body, text: answer.text }))
      for (const [method, receive, content] of [["pushOrderInfo", "receiveOdo", statusContent("SO-A")], ["pushAsnInfo", "receiveAsn", progressContent("ASN-A")]] as const) {
        yield* untouched(w, method, report(`/sys/automatic/${receive}/B`, "rB", method, content))
        const theirs = yield* untouched(w, `${method} at A`, report(`/sys/automatic/${receive}/A`, "rA", method, content))
        const none = yield* report(`/sys/automatic/${receive}/NONE`, "rNONE", method, content)
        assert.deepStrictEqual([theirs.outcome, theirs.text], ["failure", none.text])
      }
      const wrong = yield* untouched(w, "pushOrder", report("/extApi/platform/pushOrder", "rA", "pushOrder", { platform: "fake", shopId: 1 }))
      assert.strictEqual(wrong.outcome, "failure")
      const at = DateTime.makeUnsafe(1_700_000_000_000)
      const progress = { asnNumber: InboundOrder.AsnNumber.make("B-ASN-A"), warehouseCode: "WH-1", phase: "receiving", status: "receiving", updatedAt: at, lines: [{ sku: Sku.Sku.make("SKU-1"), received: Quantity.of(3) }], batchNo: "B" }
      const events: Readonly<Record<WarehouseV1.Event["_tag"] | PlatformV1.Event["_tag"], ReadonlyArray<unknown>>> = {
        OutboundStatusChanged: [shipped("B-SO-A", "T-B"), shipped("SO-A", "T-B")],
        InboundProgressed: [{ progress }, { progress: { ...progress, asnNumber: "ASN-A" } }],
        OutboundChanged: [{ orderNumber: "B-SO-A" }, { orderNumber: "SO-A" }],
        InboundChanged: [{ asnNumber: "B-ASN-A" }, { asnNumber: "ASN-A" }],
        ReturnReceived: ["B-SO-A", "SO-A"].map((orderNumber) => ({
          returned: { returnId: "R-1", orderNumber, updatedAt: at, lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(1) }] }
        })),
        StockChanged: [{ skus: [Sku.Sku.make("SKU-1")] }],
        OrderPushed: [{ order: { ...shopOrder("A-1", "OB", "Bob"), status: "CLOSED" } }, { order: { ...FakeShop.order("A-1", 1_800_000_000_000), status: "CLOSED" } }],
        OrderChanged: [{ onlineOrderId: "B-1" }]
      }
      for (const [tag, all] of Object.entries(events)) {
        for (const event of all) {
          const taken = Effect.as(Effect.exit(take(tag.startsWith("Order") ? "shops" : "provider", { _tag: tag, ...event as object })), { outcome: "success", value: undefined, text: "taken" } as const)
          if (tag === "OrderChanged") yield* taken
          else yield* untouched(w, tag, taken)
        }
      }
    }))
})
