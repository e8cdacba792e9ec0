/**
 * Takes over what a warehouse has of an order of a shop although the desk does not know it, for example after a restored backup: the
 * warehouse is asked for it, its pieces are reserved in the books, and from then on it is a part of the order like any other. Nothing is
 * sent: the create is stored to be asked for, and the warehouse has answered before that it has the order.
 */
import { AdapterError, OutboundOrder, OutboundPhase, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import type { Connections } from "../connection/Connections.ts"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import { reader } from "../contracts/platform/OrderContent.ts"
import * as Unreadable from "../contracts/warehouse/Unreadable.ts"
import { Refusal } from "../engine/Refusal.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as Charges from "./Charges.ts"
import * as Coverage from "./Coverage.ts"
import * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import type { OrderLine } from "./OrderFacts.ts"
import * as Parcels from "./Parcels.ts"
import { linesText, type Placing } from "./Placing.ts"
import type { Place } from "./Rules.ts"
import * as ShippedPieces from "./ShippedPieces.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

/** What a person wants to be taken over. */
export interface Asked {
  /** The link of the shop, and its number of the order. */
  readonly scope: string
  readonly number: string
  readonly who: string
  readonly reason?: string | undefined
  /** The scope of the link at which it is. Default: all links at which the desk places orders. */
  readonly link?: string | undefined
  /** The number that it has there. Default: the shop's, and the same with -2 and -3. */
  readonly partNumber?: string | undefined
  /** The pieces of each SKU that the warehouse ships. Default: all that is left of the order. */
  readonly pieces?: Readonly<Record<string, number>> | undefined
}

/** What was taken over. `status` is what the warehouse shows. */
export interface Taken {
  readonly number: string
  readonly warehouse: string
  readonly status: string
}

interface Found extends Taken {
  readonly place: Place
  readonly link: ConnectedLink
}

const refuse = (code: string, message: string) => Effect.fail(new Refusal({ code, message }))

/** The states of an order of which something may be taken over. */
const mayBeTaken: ReadonlySet<DeskRows.OrderState> = new Set(["due", "waiting", "held", "placed"])

/** The states of attempts of which nothing was sent. A node that died while it took over, or placed, leaves one that is being reserved. */
const neverSent: ReadonlySet<DeskRows.PartState> = new Set(["reserving", "unsent"])

/** Asks warehouses for what the desk does not know. `places` are those of its rules. */
const finding = (connections: Connections["Service"], places: ReadonlyArray<Place>) => {
  /** Asks a link for a number. A warehouse of the desk at this link ships it; if there are several, the one whose code it tells. */
  const lookFor = Effect.fnUntraced(function*(link: ConnectedLink, number: string) {
    const sent = OutboundOrder.OrderNumber.make(link.prefix + number)
    const shown = yield* connections.invoke(link.peer, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: sent }] }).pipe(
      Unreadable.refused(link.peer, WarehouseV1.GetOutboundOrders.name, sent),
      Effect.catchTag("AdapterError", ({ reason }) => refuse("NOT_ASKED", `the warehouse of link ${link.scope} could not be asked for ${number}: ${AdapterError.describe(reason)}; try again when it answers`))
    )
    const one = shown.items.find(({ orderNumber, phase }) => orderNumber === sent && !OutboundPhase.endedUnshipped(phase))
    if (one === undefined) return []
    const mine = [...new Map(places.filter((place) => place.link === link.scope).map((place) => [place.warehouse, place])).values()]
    const [place, ...others] = mine.length > 1 && one.warehouseCode !== undefined ? mine.filter(({ code }) => code === one.warehouseCode) : mine
    if (place === undefined || others.length > 0) {
      return yield* refuse("WAREHOUSE_UNCLEAR", `link ${link.scope} has ${number}, but the desk has ${mine.length} warehouses there and the answer does not tell which`)
    }
    return [{ number, warehouse: place.warehouse, status: one.status, place, link } satisfies Found]
  })

  /** The parts that warehouses have and the desk does not know. */
  return Effect.fnUntraced(function*({ link, number, partNumber }: Asked, known: ReadonlyArray<DeskRows.Part>) {
    const scopes = link === undefined ? [...new Set(places.map((place) => place.link))] : [link]
    if (link !== undefined && !places.some((place) => place.link === link)) {
      return yield* refuse("NO_WAREHOUSE", `the rules of the desk name no warehouse at the link ${link}; name another link, or none`)
    }
    const isKnown = new Set(known.flatMap((part) => neverSent.has(part.state) ? [] : [part.number]))
    const numbers = partNumber === undefined ? [number, `${number}-2`, `${number}-3`] : [partNumber]
    const found: Array<Found> = []
    for (const scope of scopes) {
      const at = connections.linkOf(scope)
      if (at === undefined) return yield* refuse("NO_LINK", `there is no link ${scope}`)
      for (const one of numbers) if (!isKnown.has(one)) found.push(...yield* lookFor(at, one))
    }
    if (found.length === 0) {
      return yield* refuse("NOT_THERE", `no warehouse shows ${numbers.filter((one) => !isKnown.has(one)).join(", ")} at ${scopes.join(", ")}. If it has another number there, name it with --at <link>/<number>; if no warehouse has it, release the order`)
    }
    return found
  })
}

/** Fails if a create or another order of the link has this number. */
const unlessOthers = Effect.fnUntraced(function*(db: Database["Service"], { link, number }: Found) {
  const other = yield* db.one(
    "select i.id from intent i join entity e on e.id = i.entity where e.scope = $1 and e.kind = $2 and e.number = $3",
    [link.scope, DeskRows.kindOfParts, number]
  )
  if (other !== undefined) return yield* refuse("OTHER_ORDER", `link ${link.scope} has created ${number} itself; \`crossdock orders show ${number}\` shows it`)
})

/** What of the order each found part has. */
const share = (left: ReadonlyArray<OrderLine>, found: ReadonlyArray<Found>, pieces: Asked["pieces"]) => {
  if (pieces === undefined) {
    return found.length === 1 ? Effect.succeed(left) : refuse(
      "SEVERAL_FOUND",
      `warehouses have ${found.map(({ number, warehouse }) => `${number} at ${warehouse}`).join(" and ")}; take them over one by one, with --at <link>/<number> and with what each ships (--pieces SKU=2)`
    )
  }
  if (found.length > 1) return refuse("SEVERAL_FOUND", `warehouses have ${found.map(({ number }) => number).join(" and ")}; name one with --at <link>/<number>`)
  const lines = Parcels.linesIn(left, new Map(Object.entries(pieces)))
  const rest = Object.entries(pieces).find(([sku, count]) => lines.reduce((sum, line) => line.sku === sku ? sum + line.pieces : sum, 0) < count)
  return rest === undefined && lines.length > 0
    ? Effect.succeed(lines)
    : refuse("PIECES_UNKNOWN", `the order does not have ${rest === undefined ? "these pieces" : `${rest[1]} of ${rest[0]}`} left`)
}

/** A report may have been stored of an order that nobody had created; what it told is told again to the part. */
const forgetReports = (db: Database["Service"], { link, number }: Found) =>
  db.query(
    `update entity set phase = null, peer_status = null, tracking_number = null, carrier_name = null, shipped_at = null, is_open = 1, checked_at = 0
     where scope = $1 and kind = $2 and number = $3`,
    [link.scope, DeskRows.kindOfParts, number]
  )

export const make = Effect.fnUntraced(function*(desk: OrderDesk, placing: Placing) {
  const { connections, db, mapping, note, rows, vault } = yield* services
  const names = NameTranslation.make(mapping)
  const shippedPieces = yield* ShippedPieces.make
  const read = reader(db, vault)
  const placements = desk.rules.flatMap(({ action }) => action._tag === "place" ? [action.placement] : [])
  const find = finding(connections, placements.flatMap(({ at }) => at))

  return Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<ReadonlyArray<Taken>, DatabaseFailed | Refusal> {
    const order = yield* rows.find(asked.scope, asked.number)
    const shop = connections.linkOf(asked.scope)
    const stored = order && (yield* Effect.catchTag(read(asked.scope, asked.number), "VaultRefused", ({ message }) => refuse("UNREADABLE", message)))
    if (order === undefined || shop === undefined || stored === undefined) return yield* refuse("UNKNOWN", `the desk has no order ${asked.number}`)
    if (!mayBeTaken.has(order.state)) return yield* refuse("STATE", `the order is ${order.state}; nothing of it is left to take over`)
    const { value } = yield* names.order(shop, stored)
    const lines = WarehouseOrder.linesOf(value)
    const receiver = WarehouseOrder.receiverOf(stored)
    if (Result.isFailure(lines)) return yield* refuse("LINES", lines.failure)
    if (Result.isFailure(receiver)) return yield* refuse("ADDRESS", receiver.failure)
    const [unnamed] = WarehouseOrder.linesWithoutSku(value)
    if (unnamed !== undefined) return yield* refuse("LINES", `line ${unnamed.lineId} has no SKU; add the SKU of the books for its article to the mapping, or enter one at the shop`)
    const parts = yield* rows.parts(order.entity)
    const now = yield* Clock.currentTimeMillis
    if (order.dueAt !== undefined && order.dueAt <= now && parts.some(({ state }) => state === "reserving")) {
      return yield* refuse("CHANGED", "the desk is placing the order at this moment; repeat the command in a minute")
    }
    const shipped = yield* shippedPieces.of(order.entity, parts)
    const { left } = Coverage.of(lines.success, { parts, shipped, elsewhere: [] })
    if (left.length === 0) return yield* refuse("NOTHING_LEFT", "warehouses known to the desk have all of the order")
    const found = yield* find(asked, parts)
    const taken = yield* share(left, found, asked.pieces)
    const [one] = found
    if (one === undefined) return []
    yield* unlessOthers(db, one)
    const unpayable = WarehouseOrder.unpayable(value)
    if (unpayable !== undefined) return yield* refuse("PAYMENT", unpayable)
    const live = parts.filter(Coverage.isLive).length
    const detail = `${one.warehouse} has order ${one.number} (${one.status}), which is taken over with ${linesText(taken)}${asked.reason === undefined ? "" : `: ${asked.reason}`}`
    const outcome = yield* placing.claim(order, {
      content: { order: value, receiver: receiver.success, lines: left, liveParts: live, before: Charges.before(value, lines.success, parts, shipped), digest: WarehouseOrder.contentOf(stored) },
      number: one.number,
      part: { place: one.place, lines: taken },
      channel: placements.find(({ at }) => at.includes(one.place))?.channel,
      rule: `taken over by ${asked.who}`,
      isRest: WarehouseOrder.without(left, taken).length > 0,
      first: Effect.andThen(forgetReports(db, one), note(asked, "decided", detail, asked.who))
    }).pipe(Effect.catchTag("AdapterError", ({ reason }) => refuse("BOOKS", `the books could not reserve the pieces: ${AdapterError.describe(reason)}`)))
    if (outcome === "changed") return yield* refuse("CHANGED", "the order changed meanwhile; repeat the command")
    if (outcome === "short") return yield* refuse("STOCK", `the books of ${one.warehouse} do not have ${linesText(taken)}; enter what is there with \`crossdock books enter\`, then repeat the command`)
    return [{ number: one.number, warehouse: one.warehouse, status: one.status }]
  })
})

export type TakeOver = Effect.Success<ReturnType<typeof make>>
