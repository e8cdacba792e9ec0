/**
 * Implements `createOutboundOrder`: it creates a customer shipment once, and takes it to the state in which Tryton has accepted
 * it.
 *
 * References are not unique in Tryton, and a shipment is accepted in steps (draft, waiting, assigned), each in its own
 * transaction. So this operation first looks for a shipment with the order number, and completes one that an earlier attempt
 * left half done. It looks up all codes of the order before it creates anything. If Tryton refuses a shipment after it was
 * created, the operation cancels the shipment; if that fails, its error says that the request may have taken effect.
 */
import { AdapterError, type Operation, type OutboundOrder, WholePieces, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { carrierOf, hasPicking, type Item, itemsOf, pickedFrom, type Place, placeOf } from "../Catalogue.ts"
import { afterEffect, refusal } from "../Faults.ts"
import * as Prices from "../Prices.ts"
import type { Rows, Rpc } from "../Rpc.ts"
import type { Settings } from "../Settings.ts"
import * as Shipments from "../Shipments.ts"
import { today } from "../Values.ts"

/** An order in whole pieces, as Tryton's moves are. Orders in another unit or with fractions are refused before anything is created. */
type Order = Omit<OutboundOrder.OutboundOrder, "lines"> & {
  readonly lines: ReadonlyArray<WholePieces.InPieces<OutboundOrder.OutboundLine>>
  /** The lines as the request has them. */
  readonly asked: OutboundOrder.OutboundOrder["lines"]
}

/** Returns an error if the order has a field that Tryton cannot store. Nothing has been sent then. */
const inexpressible = (order: OutboundOrder.OutboundOrder): AdapterError.RequestInvalid | undefined => {
  if (order.packageType === "OWN_PACKAGE") {
    return new AdapterError.RequestInvalid({ path: "/packageType", message: "Tryton cannot ship with a label from the order; send NORMAL or leave the field out" })
  }
  if (order.cashOnDelivery !== undefined) {
    return new AdapterError.RequestInvalid({ path: "/cashOnDelivery", message: "Tryton collects no cash on delivery" })
  }
  return undefined
}

/** Finds the newest shipment with the order's number that is not cancelled. */
const heldOf = Effect.fnUntraced(function*(rpc: Rpc, order: Order) {
  const found = yield* Shipments.under(rpc, Shipments.outbound, [order.orderNumber], order.warehouseCode)
  return found.findLast((shipment) => shipment.state !== "cancelled")
})

const demandOf = (order: Order): ReadonlyMap<string, number> => {
  const bySku = new Map<string, number>()
  for (const line of order.lines) bySku.set(line.sku, (bySku.get(line.sku) ?? 0) + line.quantity)
  return bySku
}

const outOfStock = (missing: ReadonlyArray<readonly [sku: string, pieces: number]>) =>
  refusal("OUT_OF_STOCK", `too few in stock: ${missing.map(([sku, pieces]) => `${sku} (${pieces} missing)`).join(", ")}`)

/** Returns the SKUs that are short, with the missing pieces. The `quantity` of an item is its unassigned stock. */
const missingOf = (demand: ReadonlyMap<string, number>, items: ReadonlyMap<string, Item>) =>
  [...demand].flatMap(([sku, wanted]) => {
    const item = items.get(sku)!
    return item.consumable || item.quantity >= wanted ? [] : [[sku, wanted - Math.max(0, item.quantity)] as const]
  })

const Country = Schema.Struct({ id: Schema.Int, code: Schema.String })
const countries: Rows<typeof Country.Type> = { model: "country.country", fields: ["code"], row: Country }

const Customer = Schema.Struct({
  id: Schema.Int,
  addresses: Schema.Array(Schema.Int),
  contact_mechanisms: Schema.Array(Schema.Int),
  customer_location: Schema.NullOr(Schema.Int)
})
const customers: Rows<typeof Customer.Type> = {
  model: "party.party",
  fields: ["addresses", "contact_mechanisms", "customer_location"],
  row: Customer
}

/** The code of the customer's party. Codes are unique in Tryton, so a repeat finds the party that the first attempt created. */
const customerCodeOf = (order: Order): string => `${order.orderNumber}@${order.warehouseCode}`

/** Returns the text of a redacted value; an empty string if there is no value. */
const revealed = (text: Redacted.Redacted | undefined): string => text === undefined ? "" : Redacted.value(text)

/** Converts the receiver to a party with one address. If Tryton does not list the country, its code becomes a line of the address. */
const toCustomer = (order: Order, country: number | undefined, phoneAs: "phone" | "other") => {
  const { receiver } = order
  const street = [
    Redacted.value(receiver.address1),
    revealed(receiver.address2),
    receiver.district ?? "",
    receiver.state ?? "",
    country === undefined ? receiver.country : ""
  ]
  const contacts = [
    { type: phoneAs, value: revealed(receiver.phone), ...(phoneAs === "other" && { name: "Phone" }) },
    { type: "email", value: revealed(receiver.email) }
  ]
  return {
    name: Redacted.value(receiver.name),
    address: {
      street: street.filter((line) => line !== "").join("\n"),
      city: receiver.city,
      ...(receiver.postalCode && { postal_code: Redacted.value(receiver.postalCode) }),
      ...(country !== undefined && { country })
    },
    contacts: contacts.filter(({ value }) => value !== "")
  }
}

/** Removes the receiver's data from an error message, because Tryton may quote a value that it refuses. */
const withoutPersonal = (order: Order) => (reason: AdapterError.Reason): AdapterError.Reason => {
  if (reason._tag !== "Rejected" && reason._tag !== "FaultUnlisted" && reason._tag !== "PeerUnavailable") return reason
  if (reason.fault === undefined) return reason
  const { address1, address2, email, name, phone, postalCode } = order.receiver
  const values = [address1, address2, email, name, phone, postalCode].flatMap((each) => each === undefined ? [] : [Redacted.value(each)])
  let { message } = reason.fault
  for (const value of values) if (value.length > 1) message = message.replaceAll(value, "…")
  const fault = { code: reason.fault.code, message }
  if (reason._tag === "PeerUnavailable") return new AdapterError.PeerUnavailable({ ...reason, fault })
  return reason._tag === "Rejected" ? new AdapterError.Rejected({ fault }) : new AdapterError.FaultUnlisted({ fault })
}

/**
 * Creates the party of this order, or updates the one of an earlier attempt. Tryton may validate phone numbers; a number that it
 * refuses is stored as a contact of the type `other`.
 */
const customerOf = Effect.fnUntraced(function*(rpc: Rpc, order: Order) {
  const [country] = yield* rpc.find(countries, { where: [["code", "=", order.receiver.country]], limit: 1 })
  const code = customerCodeOf(order)
  const make = (phoneAs: "phone" | "other") => {
    const { address, contacts, name } = toCustomer(order, country?.id, phoneAs)
    return rpc.create("party.party", { code, name, addresses: [["create", [address]]], contact_mechanisms: [["create", contacts]] })
  }
  const update = (known: typeof Customer.Type, phoneAs: "phone" | "other") => {
    const { address, contacts, name } = toCustomer(order, country?.id, phoneAs)
    return rpc.write("party.party", known.id, {
      name,
      addresses: [["create", [address]]],
      contact_mechanisms: [["delete", known.contact_mechanisms], ["create", contacts]]
    })
  }
  const known = (where: ReadonlyArray<unknown>) => Effect.map(rpc.find(customers, { where: [where] }), ([party]) => party)

  yield* Effect.catchTag(make("phone"), "Rejected", () =>
    Effect.flatMap(known(["code", "=", code]), (earlier) =>
      earlier === undefined
        ? make("other")
        : Effect.catchTag(update(earlier, "phone"), "Rejected", () => update(earlier, "other"))))
  const party = yield* known(["code", "=", code])
  if (party === undefined || party.addresses.length === 0 || party.customer_location === null) {
    return yield* refusal("NO_LOCATION", "Tryton has no default location for customers; set one in Tryton's party configuration")
  }
  return { party: party.id, address: Math.max(...party.addresses), location: party.customer_location }
}, (effect, _, order) => Effect.mapError(effect, withoutPersonal(order)))

const Missing = Schema.Struct({
  id: Schema.Int,
  quantity: Schema.Finite,
  "product.": Schema.Struct({ code: Schema.NullOr(Schema.String) })
})
const missingMoves: Rows<typeof Missing.Type> = { model: "stock.move", fields: ["quantity", "product.code"], row: Missing }

/** A shipment of the order. The `number` of a new draft is read later, together with its duplicates. */
type Made = Pick<Shipments.Shipment, "id" | "state"> & { readonly number: string | undefined }

const draft = (id: number): Made => ({ id, state: "draft", number: undefined })

export const createOutboundOrder = (rpc: Rpc, settings: Settings): Operation.Handler<typeof WarehouseV1.CreateOutboundOrder> => {
  const refuses = settings.whenShort === "refuse"

  /** Assigns stock to a shipment. If some is missing, Tryton assigns the rest and leaves the missing goods as draft moves. */
  const assign = Effect.fnUntraced(function*(id: number, place: Place) {
    if (!hasPicking(place)) return
    const isAssigned = yield* rpc.call(`${Shipments.outbound}.assign_try`, [[id]], Schema.Boolean)
    if (isAssigned || !refuses) return
    const missing = yield* rpc.find(missingMoves, {
      where: [
        ["shipment", "=", Shipments.nameOf(Shipments.outbound, id)],
        ["to_location", "=", place.output_location],
        ["state", "=", "draft"]
      ]
    })
    return yield* outOfStock(missing.map((move) => [move["product."].code ?? "?", move.quantity]))
  })

  /**
   * Cancels a shipment after a refusal and fails with `reason`. Unless the shipment is certainly cancelled, the error says that
   * the request may have taken effect. A shipment on which a worker has begun is not cancelled.
   */
  const withdraw = Effect.fnUntraced(function*(id: number, reason: AdapterError.Reason) {
    if (reason._tag !== "Rejected") return yield* afterEffect(reason)
    const state = yield* Effect.gen(function*() {
      const shipment = yield* Shipments.byId(rpc, Shipments.outbound, id)
      if (shipment.state !== "draft" && shipment.state !== "waiting") return shipment.state
      yield* Shipments.cancel(rpc, Shipments.outbound, shipment)
      return (yield* Shipments.byId(rpc, Shipments.outbound, id)).state
    }).pipe(Effect.orElseSucceed(() => "unknown"))
    return yield* (state === "cancelled" ? reason : afterEffect(reason))
  })

  /** Reads the number of the new shipment, and removes other drafts with the same order number. */
  const numberOf = Effect.fnUntraced(function*(id: number, order: Order) {
    const found = yield* Shipments.under(rpc, Shipments.outbound, [order.orderNumber], order.warehouseCode)
    yield* Shipments.removeTwins(rpc, Shipments.outbound, found.filter((each) => each.state === "draft" && each.id !== id))
    const own = found.find((each) => each.id === id) ?? (yield* Shipments.byId(rpc, Shipments.outbound, id))
    return own.number
  })

  /** Takes a shipment to the state in which Tryton has accepted it. A shipment beyond that state is left as it is. */
  const complete = Effect.fnUntraced(function*({ id, number, state }: Made, order: Order, place: Place) {
    if (state === "draft") yield* rpc.press(Shipments.outbound, "wait", id)
    if (state === "draft" || (state === "waiting" && refuses)) yield* assign(id, place)
    return { warehouseOrderNumber: number ?? (yield* numberOf(id, order)) }
  }, (effect, { id }) => Effect.catch(effect, (reason) => withdraw(id, reason)))

  const valuesOf = Effect.fnUntraced(function*(order: Order, place: Place) {
    const carrier = order.channelCode === undefined ? undefined : yield* carrierOf(rpc, order.channelCode, settings)
    const items = yield* itemsOf(rpc, order.lines.map((line) => line.sku), { locations: [pickedFrom(place)], stock_assign: true })
    const missing = missingOf(demandOf(order), items)
    if (refuses && missing.length > 0) return yield* outOfStock(missing)
    const prices = yield* Prices.ofOrder(rpc, settings, order.asked, items)
    const customer = yield* customerOf(rpc, order)
    return {
      reference: order.orderNumber,
      warehouse: place.id,
      customer: customer.party,
      delivery_address: customer.address,
      ...(carrier && { carrier: carrier.id }),
      planned_date: yield* today(settings),
      moves: order.lines.map((line, at) => ({
        product: items.get(line.sku)!.id,
        uom: items.get(line.sku)!.default_uom,
        quantity: line.quantity,
        from_location: place.output_location,
        to_location: customer.location,
        unit_price: prices[at]!
      }))
    }
  })

  /**
   * Creates the shipment, or rewrites the draft of an earlier attempt. It looks for a shipment once more just before that,
   * because an earlier request whose response was lost may have taken effect meanwhile.
   */
  const putDown = Effect.fnUntraced(function*(order: Order, place: Place): Effect.fn.Return<Made, AdapterError.Reason> {
    const { moves, ...values } = yield* valuesOf(order, place)
    const held = yield* heldOf(rpc, order)
    if (held === undefined) {
      const id = yield* Shipments.create(rpc, Shipments.outbound, { ...values, outgoing_moves: [["create", moves]] })
      return draft(id)
    }
    if (held.state !== "draft") return held
    const outdated = yield* rpc.call(
      "stock.move.search",
      [[["shipment", "=", Shipments.nameOf(Shipments.outbound, held.id)]], 0, null, null],
      Schema.Array(Schema.Int)
    )
    yield* rpc.write(Shipments.outbound, held.id, { ...values, outgoing_moves: [["delete", outdated], ["create", moves]] })
    return draft(held.id)
  })

  return Effect.fnUntraced(function*(asked) {
    const refused = inexpressible(asked)
    if (refused !== undefined) return yield* refused
    const order: Order = { ...asked, lines: yield* WholePieces.fromLines(asked.lines), asked: asked.lines }
    const place = yield* placeOf(rpc, order.warehouseCode)
    const held = yield* heldOf(rpc, order)
    if (held !== undefined && held.state !== "draft") return yield* complete(held, order, place)
    const made = putDown(order, place)
    const shipment = yield* held === undefined ? made : Effect.catchTag(made, "Rejected", (reason) => withdraw(held.id, reason))
    return yield* complete(shipment, order, place)
  }, (effect, { orderNumber }) => rpc.alone(`${Shipments.outbound} ${orderNumber}`)(effect))
}
