/**
 * The client of document 3 and the route of the runner in front of the books: every content type, every order of the fields, on real
 * sockets.
 */
import { BooksV1 } from "@crossdock/books"
import { Client, Profile } from "@crossdock/protocols/erp-open-api"
import { layer } from "@crossdock/transport-undici"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Live, live } from "../support/Live.ts"
import * as Ledger from "../support/Ledger.ts"

const contentTypes = ["multipart", "urlencoded"] as const

const onRoute = (title: string, test: (w: Live) => Effect.Effect<unknown, unknown, any>) =>
  it.live(title, () => live({ filename: ":memory:" }, Ledger.composition({ server: { openApiRate: "none" } }), test as never))

const orders = <A>(list: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  list.length < 2 ? [list] : list.flatMap((first, at) => orders(list.toSpliced(at, 1)).map((rest) => [first, ...rest]))

for (const contentType of contentTypes) {
  onRoute(`serves a form as ${contentType} with its fields in any order (E-012 E-014 U-63)`, (w) =>
    Effect.gen(function*() {
      const fields = Object.entries(Ledger.fieldsOf("QUERY_MARKETPLACE_SBS_WHS_ID_LIST", {}, yield* Clock.currentTimeMillis))
      const all = orders(fields)
      assert.lengthOf(all, 120)
      const answers = yield* Effect.forEach(all, (order, at) =>
        Ledger.send(w, Object.fromEntries(order.toSpliced(at % 6, 0, ["extra", "1"])), "/api/v1/inventory", contentType), { concurrency: 8 })
      assert.deepStrictEqual([...new Set(answers.map(({ code }) => code))], ["ok"])
    }))
}

const profiles = contentTypes.flatMap((contentType) => (["ms", "s"] as const).map((timestampUnit) => ({ contentType, timestampUnit })))

const window = { from: "2020-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" }

/** A payload of each operation that reads. */
const reads: Readonly<Partial<Record<Client.Offered, object>>> = {
  listInboundOrders: { limit: 50, withLots: true },
  listReceivedBatches: { receivedFrom: window.from, receivedTo: window.to, limit: 50 },
  listStockBalances: { warehouseNames: ["Main"], skus: ["W-1"], withEmpty: true, withCosts: true, limit: 50 },
  listStockMovements: { ...window, limit: 50 },
  listStorageLocationStock: { skus: ["W-1"], warehouseNames: ["Main"], limit: 50 },
  listBatchStock: { skus: ["W-1"], limit: 50 },
  listMarketplaceStock: { limit: 50 },
  listMarketplaceWarehouses: {},
  listAssemblyOrders: { createdFrom: window.from, createdTo: window.to, limit: 50 },
  listTransferOrders: { createdFrom: window.from, createdTo: window.to, limit: 50 },
  listSplitOrders: { createdFrom: window.from, createdTo: window.to, limit: 50 }
}

for (const written of profiles) {
  onRoute(`answers each list to the client of the protocol, written with ${JSON.stringify(written)}`, (w) =>
    Effect.gen(function*() {
      const client = yield* Client.make({
        baseUrl: new URL(`http://127.0.0.1:${w.port}`),
        appId: Ledger.link.id,
        appSecret: Redacted.make(Ledger.link.secretKey),
        profile: Result.getOrThrow(Profile.profileFrom(written)),
        timeZone: "UTC+8"
      })
      for (const [name, payload] of Object.entries(reads)) {
        const operation = BooksV1.contract.operations[name as Client.Offered]
        const asked = Schema.decodeUnknownSync(operation.payload as unknown as Schema.Codec<unknown, unknown>)(payload)
        const found = yield* (client[name as Client.Offered] as (payload: unknown) => Effect.Effect<unknown, unknown>)(asked)
        if (name === "listStockBalances") {
          const { items } = found as typeof BooksV1.ListStockBalances.success.Type
          assert.deepStrictEqual(items.map(({ sku, warehouseName }) => [sku, warehouseName]), [["W-1", "Main"]])
        }
      }
    }).pipe(Effect.provide(layer())))
}
