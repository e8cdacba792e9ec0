/**
 * Makes the fixture of a suite for a peer with a `WarehouseStore`: its records, actions and faults, and valid orders for it.
 */
import { type InboundOrder, Money, OutboundOrder, type Product, Quantity, Sku } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SuiteFixture } from "../warehouse/SuiteFixture.ts"
import * as PeerFields from "../warehouse/PeerFields.ts"
import type { Peer } from "./Peer.ts"
import { invalidBarcode, type WarehouseStore } from "./WarehouseStore.ts"

export interface Options {
  readonly store: WarehouseStore
  readonly peer: Peer
  /** The order members that the peer's API has a field for. Default: those of document 1. */
  readonly carries?: SuiteFixture["carries"]
  readonly carriesInbound?: NonNullable<SuiteFixture["inbound"]>["carries"]
  readonly carriesProduct?: NonNullable<SuiteFixture["products"]>["carries"]
  /** Whether the peer's API distinguishes delivered orders from shipped ones. Default: false. */
  readonly tellsDelivered?: boolean
  /** Whether the peer's API tells every parcel of an order with what is in it. Default: false. */
  readonly tellsParcels?: boolean
  readonly callbacks?: SuiteFixture["callbacks"]
  /** The time zone in which the peer writes times. */
  readonly timeZone?: string
}

const personal = (text: string) => Redacted.make(text)

/** Makes valid orders for two SKUs of a store. */
export const orderFor = (store: WarehouseStore, skus: readonly [string, string]): SuiteFixture["order"] => {
  const warehouse = store.warehouses[0]!.code
  const line = (sku: string): OutboundOrder.OutboundLine => ({
    sku: Sku.Sku.make(sku),
    erpSku: `ERP-${sku}`,
    name: "Blue mug",
    quantity: Quantity.of(2),
    price: Money.priceOf("19.90", "line", "EUR")
  })
  return (orderNumber) => ({
    orderNumber,
    onlineOrderId: `WEB-${orderNumber}`,
    shopName: "Demo shop",
    warehouseCode: warehouse,
    channelCode: store.channels[0]!.code,
    platform: "web",
    freight: Money.of("4.50", "EUR"),
    packageType: "NORMAL",
    receiver: {
      name: personal("Ada Example"),
      phone: personal("+31 20 000 0000"),
      email: personal("ada@example.org"),
      country: "NL",
      state: "NH",
      city: "Amsterdam",
      address1: personal("Dam 1"),
      postalCode: personal("1012 JS")
    },
    lines: [line(skus[0]), line(skus[1])]
  })
}

/** The fixture with every part that such a peer supports. */
export const make = ({ callbacks, carries, carriesInbound, carriesProduct, peer, store, tellsDelivered, tellsParcels = false, timeZone }: Options): SuiteFixture => {
  const [warehouse] = store.warehouses
  const warehouseCode = warehouse!.code
  const { actions, records } = store
  const inboundOrder = (asnNumber: InboundOrder.AsnNumber): InboundOrder.InboundOrder => ({
    asnNumber,
    warehouseCode,
    lines: [{ sku: Sku.Sku.make("SKU-1"), quantity: Quantity.of(9) }, { sku: Sku.Sku.make("SKU-2"), quantity: Quantity.of(4) }]
  })
  const product = (sku: Sku.Sku): Product.Product => ({ sku, erpSku: `ERP-${sku}`, title: "Blue mug" })
  return {
    order: orderFor(store, ["SKU-1", "SKU-2"]),
    records,
    carries: carries ?? PeerFields.outboundMembers,
    goods: actions.addGoods,
    faults: peer.faults,
    requests: peer.requests,
    refused: {
      order: (order) => ({ ...order, lines: [{ ...order.lines[0], sku: Sku.Sku.make("NO-SUCH-SKU") }] }),
      message: "NO-SUCH-SKU is not a product of this warehouse"
    },
    actions: {
      ship: { run: actions.ship },
      shipPart: { run: actions.shipPart },
      deliver: { run: actions.deliver },
      fail: { run: actions.fail },
      reportStatus: actions.reportStatus
    },
    lists: { warehouses: Effect.succeed(store.warehouses), channels: Effect.succeed(store.channels) },
    stock: {
      warehouseCode,
      levels: records.levels(warehouseCode),
      set: { sellable: actions.setSellable, total: actions.setTotal },
      add: actions.addStock
    },
    inbound: {
      order: inboundOrder,
      records: records.inbound,
      carries: carriesInbound ?? PeerFields.inboundMembers,
      receive: actions.receive,
      finish: actions.finish,
      reportStatus: actions.reportInboundStatus
    },
    products: {
      product,
      records: records.products,
      carries: carriesProduct ?? PeerFields.productMembers,
      refused: { product: (each) => ({ ...each, barcode: invalidBarcode }), message: "the barcode has a wrong check digit" }
    },
    authorization: {
      grant: (url) => Effect.map(actions.newCode, (code) => ({ code: Redacted.make(code), state: Redacted.make(url.searchParams.get("state") ?? "") })),
      wrong: { code: Redacted.make("code-of-nobody") },
      accepts: ({ accessToken }) => (accessToken === undefined ? Effect.succeed(false) : records.isToken(Redacted.value(accessToken)))
    },
    subscriptions: { held: Effect.map(records.subscriptions, (held) => held.map(({ callbackUrl, id }) => ({ id, callbackUrl }))) },
    ...(tellsDelivered !== undefined && { tellsDelivered }),
    ...(tellsParcels && { parcels: records.parcels }),
    ...(callbacks !== undefined && { callbacks }),
    ...(timeZone !== undefined && { timeZone })
  }
}
