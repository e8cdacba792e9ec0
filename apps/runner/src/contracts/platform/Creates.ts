/**
 * The creates of the platform contract: how intents number and settle each of them. A new operation of the kind `create` without an
 * entry does not compile.
 */
import { AdapterError, type PlatformOrder, PlatformShipment, PlatformV1 } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import type { Connections } from "../../connection/Connections.ts"
import * as ConnectionShops from "../../connection/ConnectionShops.ts"
import { type AnyEntry, type CreateEntry, entryOf, opaque, type OtherRecords } from "../../intents/CreateEntry.ts"
import { CannotTell } from "../../intents/RefusedCreates.ts"
import * as OrderNames from "./OrderNames.ts"
import * as ShopCalls from "./ShopCalls.ts"
import { cancelled, fulfillment, numberOf, shipment } from "./ShipmentKinds.ts"

export type CreateOperation = Extract<PlatformV1.AnyOperation, { readonly kind: "create" }>

type Asked<O extends CreateOperation> = O["payload"]["Type"]
type Failed = AdapterError.AdapterError

/** The beginning of the numbers of all creates of one order. */
const beginningOf = (onlineOrderId: string): string => `${numberOf(onlineOrderId)}:`

const encodeItem = Schema.encodeSync(PlatformShipment.ShipmentItem)

const itemText = (item: PlatformShipment.ShipmentItem): string => JSON.stringify(Object.entries(encodeItem(item)).toSorted())

/** The same shipment with its items in one order, because callers may list the same goods in another one. */
export const shipmentInOrder = (asked: Asked<typeof PlatformV1.CreateShipment>): Asked<typeof PlatformV1.CreateShipment> =>
  asked.items === undefined ? asked : { ...asked, items: Arr.sort(asked.items, Order.mapInput(Order.String, itemText)) }

/** The same notice with its lines in one order. */
export const noticeInOrder = (asked: Asked<typeof PlatformV1.ReportOutgoingParcel>): Asked<typeof PlatformV1.ReportOutgoingParcel> =>
  asked.lines === undefined ? asked : { ...asked, lines: Arr.sort(asked.lines, Order.mapInput(Order.String, ({ lineId }: { readonly lineId: string }) => lineId)) }

/** A short text that is the same for the same items; `all` stands for the whole order. */
const itemsText = (items: Asked<typeof PlatformV1.CreateShipment>["items"]): string =>
  items === undefined ? "all" : hash("sha256", items.map(itemText).join("\n")).slice(0, 16)

/** A query that proves neither that the create took effect nor that it did not. A person may decide. */
const cannotTell = (connection: string, operation: string, cause: string): Effect.Effect<never, Failed> =>
  Effect.fail(new AdapterError.AdapterError({ adapter: connection, operation, reason: new AdapterError.ResponseInvalid({ cause: new CannotTell(cause) }) }))

/** An order, and its shop where the connection has several. */
interface NamedOrder extends ConnectionShops.NamedShop {
  readonly onlineOrderId: string
}

const shopOf = ({ onlineShopId }: NamedOrder): ConnectionShops.NamedShop => onlineShopId === undefined ? {} : { onlineShopId }

/** Reads one order. Undefined: the platform does not know it. */
const orderOf = Effect.fnUntraced(function*(connections: Connections["Service"], connection: string, sent: NamedOrder): Effect.fn.Return<PlatformOrder.PlatformOrder | undefined, Failed> {
  const { onlineOrderId } = sent
  const page = yield* connections.invoke(connection, PlatformV1.GetOrders, { onlineOrderIds: [onlineOrderId], limit: 1, ...shopOf(sent) })
  if (page.unreadable?.includes(onlineOrderId) === true) {
    return yield* cannotTell(connection, PlatformV1.GetOrders.name, `the order ${onlineOrderId} cannot be read`)
  }
  return page.items.find((order) => order.onlineOrderId === onlineOrderId && ShopCalls.isOf(sent, order))
})

/**
 * Whether the order shows that the platform has taken the notice of a parcel (P-396). A tracking number alone shows it only if the platform has
 * not arranged a shipment under this number, because an arranged shipment is shown before anything of it is ready. An order that has room for
 * one number may show that of another parcel. A notice that is not shown is sent again: of the same parcel, it says the same.
 */
const showsParcel = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  sent: Asked<typeof PlatformV1.ReportOutgoingParcel>,
  others: OtherRecords
): Effect.fn.Return<boolean, Failed> {
  const order = yield* orderOf(connections, connection, sent)
  if (order === undefined) return false
  const parcels: ReadonlyArray<{ readonly trackingNumber?: string; readonly shippedAt?: unknown; readonly isShippedOnline?: boolean }> = order.fulfillments ?? [order]
  const shown = parcels.find((parcel) => parcel.trackingNumber === sent.trackingNumber)
  if (shown === undefined || shown.shippedAt !== undefined || shown.isShippedOnline === true) return shown !== undefined
  return !(yield* others.haveAtPeer(shipment.kind, sent.trackingNumber))
})

/** Gives a create the names of the platform, and its shop where the connection has several. The intent waits for a name that needs a row (U-145). */
const mapped = <O extends CreateOperation>({ name }: O): CreateEntry<O>["map"] => (mapping, link, payload: Asked<O>, connections) =>
  Effect.map(mapping.names(link), (names) => {
    const { missing, value } = OrderNames.toPlatform(names, OrderNames.sent[name] ?? [], payload)
    const { onlineShopId } = ConnectionShops.named(connections, link)
    return { payload: onlineShopId === undefined ? value : { ...value, onlineShopId }, unmatched: missing }
  })

const readyToShip = entryOf<typeof PlatformV1.ReportOutgoingParcel>({
  operation: PlatformV1.ReportOutgoingParcel,
  kind: fulfillment,
  peer: "platform",
  numberOf: ({ onlineOrderId, trackingNumber }) => numberOf(onlineOrderId, trackingNumber),
  // The numbers are those of the platform and of the carrier, so none is changed on the way.
  map: mapped(PlatformV1.ReportOutgoingParcel),
  query: (connections, connection, sent, others) =>
    Effect.map(showsParcel(connections, connection, sent, others), (isShown) =>
      isShown ? { hasEnded: false, peerNumber: undefined, success: {} } : undefined),
  peerNumberOf: () => undefined,
  isWithoutPeerNumber: true,
  successOf: () => ({}),
  answered: () => ({}),
  accepted: () => ({ warehouseCode: undefined, peerWarehouseCode: undefined, isEnded: true })
})

interface Shown {
  /** Names of carriers by tracking number. */
  readonly shown: ReadonlyMap<string, string | undefined>
  /** False if the platform shows the latest of several tracking numbers alone. */
  readonly isComplete: boolean
}

/** The tracking numbers of shipments of this carrier that the platform shows for an order, from its labels and from the order. */
const shownShipments = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  sent: Asked<typeof PlatformV1.CreateShipment>
): Effect.fn.Return<Shown, Failed> {
  const { items, onlineOrderId, providerCode, providerName } = sent
  const shown = new Map<string, string | undefined>()
  const order = yield* orderOf(connections, connection, sent)
  const parcels = order?.fulfillments ?? (order === undefined ? [] : [order])
  for (const { carrierCode = providerCode, carrierName, trackingNumber } of parcels) {
    if (trackingNumber !== undefined && carrierCode === providerCode) shown.set(trackingNumber, carrierName)
  }
  const showsEach = order?.fulfillments !== undefined || order?.trackingNumber === undefined
  if (order === undefined || !connections.offers(connection).includes(PlatformV1.GetLabels.name)) return { shown, isComplete: showsEach }
  const labels = yield* connections.invoke(connection, PlatformV1.GetLabels, { onlineOrderId, providerCode, providerName, ...(items !== undefined && { items }), ...shopOf(sent) })
  for (const { carrierName, trackingNumber } of labels.items.filter(({ kind }) => kind === "label")) {
    if (trackingNumber === undefined) return yield* cannotTell(connection, PlatformV1.GetLabels.name, "a label does not tell its tracking number")
    shown.set(trackingNumber, carrierName)
  }
  return { shown, isComplete: true }
})

/** Finds the shipment of a create: the one that the platform shows and that belongs to no other create (P-396). */
const shipmentOf = Effect.fnUntraced(function*(
  connections: Connections["Service"],
  connection: string,
  sent: Asked<typeof PlatformV1.CreateShipment>,
  others: OtherRecords
) {
  const { onlineOrderId } = sent
  const found: Array<{ readonly trackingNumber: string; readonly carrierName?: string }> = []
  const { isComplete, shown } = yield* shownShipments(connections, connection, sent)
  for (const [trackingNumber, carrierName] of shown) {
    const isOther = (yield* others.haveAtPeer(shipment.kind, trackingNumber)) || (yield* others.have(fulfillment.kind, numberOf(onlineOrderId, trackingNumber)))
    if (!isOther) found.push({ trackingNumber, ...(carrierName !== undefined && { carrierName }) })
  }
  const [first, ...more] = found
  if (first === undefined && !isComplete) {
    return yield* cannotTell(connection, PlatformV1.GetOrders.name, `the order ${onlineOrderId} shows its latest tracking number alone, which belongs to another create`)
  }
  if (first === undefined) return undefined
  const isAlone = more.length === 0 && !(yield* others.unsettled).some((number) => number.startsWith(beginningOf(onlineOrderId)))
  return isAlone ? first : yield* cannotTell(connection, PlatformV1.CreateShipment.name, `the order ${onlineOrderId} has a shipment that may belong to another create`)
})

const createShipment = entryOf<typeof PlatformV1.CreateShipment>({
  operation: PlatformV1.CreateShipment,
  kind: shipment,
  peer: "platform",
  numberOf: ({ items, onlineOrderId, providerCode }) => numberOf(onlineOrderId, providerCode, itemsText(items)),
  map: mapped(PlatformV1.CreateShipment),
  query: (connections, connection, sent, others) =>
    Effect.map(shipmentOf(connections, connection, sent, others), (found) =>
      found && { hasEnded: false, peerNumber: found.trackingNumber, success: found }),
  peerNumberAt: "trackingNumber",
  // The labels name the buyer. The caller that waits gets them, and `getLabels` reads them again.
  stored: ({ carrierName, trackingNumber }) => ({ trackingNumber, ...(carrierName !== undefined && { carrierName }) }),
  accepted: () => ({ warehouseCode: undefined, peerWarehouseCode: undefined, isEnded: true }),
  isVoid: (phase) => phase === cancelled
})

const entries: { readonly [O in CreateOperation as O["name"]]: CreateEntry<O> } = { markReadyToShip: readyToShip, createShipment }

/** The entries as intents take them. */
export const all: ReadonlyArray<AnyEntry> = Object.values(entries).map((entry) => opaque(entry as CreateEntry<CreateOperation>))
