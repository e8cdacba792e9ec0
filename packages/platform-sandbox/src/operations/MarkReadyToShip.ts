import { AdapterError, type PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import { millisOf } from "../EpochMillis.ts"
import * as Faults from "../Faults.ts"
import * as MagicBuyers from "../MagicBuyers.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as OrderTable from "../OrderTable.ts"
import * as OrderState from "../OrderState.ts"
import { change, type ShopSession } from "../ShopSession.ts"

type Asked = typeof PlatformV1.ReportOutgoingParcel.payload.Type
type Contents = NonNullable<OrderState.Parcel["lines"]>

const isKnown = (code: string): boolean => Catalogue.providers.some((each) => each.code === code)

/** Fails unless the sandbox ships orders in this state. */
export const demandShippable = Effect.fnUntraced(function*(order: OrderState.StoredOrder, now: number, providerCode: string): Effect.fn.Return<void, AdapterError.Reason> {
  const { buyer, onlineOrderId } = order
  if (!isKnown(providerCode)) return yield* Effect.fail(Faults.unknownProvider(providerCode))
  if (MagicBuyers.traitsOf(buyer).isFulfilledByPlatform) return yield* Effect.fail(Faults.byPlatform(onlineOrderId))
  const status = OrderState.statusOf(order, now)
  if (status === "UNPAID" || status === "ON_HOLD" || status === "CANCELLED") return yield* Effect.fail(Faults.notShippable(onlineOrderId, status))
})

/** What is sent of an order, as whole pieces of its lines. Fails where a line is not in the order, or has not so many pieces left. */
const contentsOf = Effect.fnUntraced(function*(
  asked: ReadonlyArray<{ readonly lineId: string; readonly quantity: number | undefined }>,
  left: ReadonlyMap<string, number>
): Effect.fn.Return<Contents, AdapterError.Reason> {
  const wanted = new Map<string, number>()
  for (const { lineId, quantity } of asked) {
    if (!left.has(lineId) || quantity === undefined) return yield* Effect.fail(Faults.unknownItem(lineId))
    wanted.set(lineId, (wanted.get(lineId) ?? 0) + quantity)
  }
  for (const [lineId, pieces] of wanted) {
    if (pieces > left.get(lineId)!) return yield* Effect.fail(Faults.tooMany(lineId, left.get(lineId)!))
  }
  return [...wanted].map(([lineId, quantity]) => ({ lineId, quantity }))
})

export const markReadyToShip = (session: ShopSession) => ({ lines, locationId, onlineOrderId, providerCode, trackingNumber }: Asked) =>
  change(session, {
    operation: "markReadyToShip",
    entity: onlineOrderId,
    failure: () => Effect.map(OrderTable.get(session, onlineOrderId), (order) => MagicSkus.traitsOf(OrderState.skusOf(order)).failure),
    work: Effect.fnUntraced(function*({ now, sequence }) {
      const order = yield* OrderTable.get(session, onlineOrderId)
      if (MagicSkus.traitsOf(OrderState.skusOf(order)).readyToShip === "refused") return yield* Effect.fail(Faults.refused("SHIP_REFUSED"))
      yield* demandShippable(order, now, providerCode)
      if (locationId !== undefined && !Catalogue.locations.some(({ code }) => code === locationId)) return yield* Effect.fail(Faults.unknownPlace(locationId))
      const known = order.parcels.find((parcel) => parcel.trackingNumber === trackingNumber)
      if (known?.shippedAt !== undefined) return yield* Effect.fail(Faults.alreadyShipped(onlineOrderId, trackingNumber))
      const shipped = order.parcels.filter(({ shippedAt }) => shippedAt !== undefined)
      const all = OrderState.linesOf(order)
      const left = OrderState.leftOf(all, shipped)
      if (OrderState.isNothing(left)) return yield* Effect.fail(Faults.allShipped(onlineOrderId, shipped.at(-1)!.trackingNumber))
      const rest = shipped.length === 0 ? undefined : [...left].filter(([, pieces]) => pieces > 0).map(([lineId, quantity]) => ({ lineId, quantity }))
      // A parcel that the sandbox arranged keeps its contents if the call names none.
      const asked = lines?.map(({ lineId, quantity }) => ({ lineId, quantity: Quantity.toNumber(quantity) })) ?? known?.lines
      const contents = asked === undefined ? rest : yield* contentsOf(asked, left)
      const parcel: OrderState.Parcel = { isArranged: false, createdAt: now, ...known, trackingNumber, providerCode, shippedAt: now, lines: contents }
      yield* OrderTable.putParcel(session, onlineOrderId, sequence, parcel)
      const isWhole = OrderState.isNothing(OrderState.leftOf(all, [...shipped, parcel]))
      const { cancelsAt, ...kept } = order.plan
      const plan = { ...kept, ...(locationId !== undefined && { leftFrom: { ...kept.leftFrom, [trackingNumber]: locationId } }) }
      yield* OrderTable.update(session, onlineOrderId, isWhole
        ? { ...plan, shippedAt: now, completesAt: now + millisOf(session.settings.deliverAfter) }
        : { ...plan, ...(cancelsAt !== undefined && { cancelsAt }) }, now)
      return {}
    })
  })
