/**
 * What is told of orders and dropped by the warehouse that ships them: the warnings of `config check`.
 */
import { type AnyPlugin, defineRunner, type Desk } from "@crossdock/config"
import { ErpV1, type PassedMembers, PlatformV1, type WarehouseV1 } from "@crossdock/core"
import { ledger } from "@crossdock/erp-ledger"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compose } from "../../src/Composition.ts"
import * as DroppedMembers from "../../src/composition/DroppedMembers.ts"
import * as Peers from "../support/Peers.ts"

type Members = ReadonlyArray<PassedMembers.PassedMember>

const warehouse = Peers.warehouse().plugin

const unopened = (): never => {
  throw new Error("is not opened")
}

const shopTelling = (tells: Members | undefined) =>
  PlatformV1.plugin({ id: "shop", settings: Schema.Struct({}), limits: { ordersPerQuery: 10, ...(tells && { tells }) }, offers: ["markReadyToShip"], make: unopened })

const erpTelling = (tells: Members) =>
  ErpV1.plugin({ id: "erp-lister", settings: Schema.Struct({}), tells, offers: ["listOutboundOrders"], make: unopened })

const warningsOf = (options: { readonly passesOn?: Members; readonly shop?: Members; readonly erp?: Members; readonly desk?: Partial<Desk> }) => {
  const limits: WarehouseV1.Limits = { linesPerOrder: 50, ordersPerQuery: 10, ...(options.passesOn && { passesOn: options.passesOn }) }
  const peer = { ...warehouse, facts: () => ({ limits }) }
  const plugins = [peer, ledger, shopTelling(options.shop), erpTelling(options.erp ?? [])] as unknown as ReadonlyArray<AnyPlugin>
  const written = defineRunner<ReadonlyArray<AnyPlugin>>({
    plugins,
    connections: [
      { id: "books", plugin: "erp-ledger", settings: { warehouses: [{ id: "1", name: "North", code: "N" }] } },
      { id: "lister", plugin: "erp-lister", settings: {} },
      { id: "wh", plugin: warehouse.id, settings: {} },
      { id: "shop", plugin: "shop", settings: {} }
    ],
    links: [
      { erp: "lister", copyTo: ["books"], peer: "wh", protocol: "warehouse", id: "north", secretKey: "secret-key-1", warehouseNames: { North: "WH-N" } },
      { erp: "lister", peer: "shop", protocol: "platform", id: "acc", secretKey: "secret-key-2", shop: { platform: "web", shopId: "1" } }
    ],
    ...(options.desk && { desk: { books: "books", rules: [{ name: "all", place: { at: [{ link: "north", warehouse: "North" }] } }], ...options.desk } })
  })
  return DroppedMembers.warnings(Result.getOrThrowWith(compose(written, {}), (found) => new Error(JSON.stringify(found))))
}

describe("what a warehouse drops", () => {
  const all: Members = ["onlineOrderId", "shopName", "channelCode", "platform", "freight", "orderedAt", "promisedAt", "onlineShopId", "receiver.phone", "receiver.email", "receiver.state", "receiver.district", "receiver.address2", "receiver.postalCode", "lines.erpSku", "lines.name", "lines.price", "lines.shippingPrice", "lines.hsCode", "lines.chineseCustomsName", "lines.englishCustomsName"]

  it("is not known of a warehouse that does not state what it passes on", () => {
    assert.deepStrictEqual(warningsOf({ shop: ["incoterm"], erp: ["remark"], desk: {} }), [])
  })

  it("is nothing where all arrives that the tables of a protocol have, by whichever protocol it comes", () => {
    assert.deepStrictEqual(warningsOf({ passesOn: all }), [])
  })

  it("is named with its link and what is lost: of a caller, by the tables of his protocol", () => {
    assert.deepStrictEqual(warningsOf({ passesOn: all.filter((member) => member !== "lines.hsCode") }), [
      { path: "link warehouse:north", message: "callers of the protocol warehouse may tell lines.hsCode (dropped, customs may stop the parcel); wh does not pass it on" }
    ])
  })

  it("is named of an ERP that lists orders", () => {
    assert.deepStrictEqual(warningsOf({ passesOn: all, erp: ["shopName", "lines.giftMessage", "taxIds"] }), [
      { path: "link warehouse:north", message: "lister may tell lines.giftMessage (dropped, the receiver gets no gift message), taxIds (dropped, customs may charge the tax again or stop the parcel); wh does not pass them on" }
    ])
  })

  it("is named of a shop whose orders the desk places there, and of the desk itself", () => {
    assert.deepStrictEqual(warningsOf({ passesOn: all, shop: ["incoterm"] }), [], "without a desk, orders of the shop go to no warehouse")
    assert.deepStrictEqual(
      warningsOf({ passesOn: all, shop: ["incoterm"], desk: { packingSlipNotes: { acc: "thank you" }, customs: { A: { hsCode: "9405", originCountry: "DE" } } } }),
      [
        { path: "link warehouse:north", message: "the desk may tell packingSlipNote (dropped, the packing slip lacks the note), lines.originCountry (dropped, customs may stop the parcel); wh does not pass them on" },
        { path: "link warehouse:north", message: "the shop platform:acc:web:1 may tell incoterm (dropped, the receiver may be charged the duties); wh does not pass it on" }
      ]
    )
  })
})
