import { AdapterError, type PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as OrderTable from "../OrderTable.ts"
import * as OrderState from "../OrderState.ts"
import { change, type ShopSession } from "../ShopSession.ts"
import { demandShippable } from "./MarkReadyToShip.ts"

type Asked = typeof PlatformV1.CreateShipment.payload.Type
type Contents = NonNullable<OrderState.Parcel["lines"]>

/** Takes the asked pieces from the lines of the article that have some left. */
const contentsOf = Effect.fnUntraced(function*(
  items: NonNullable<Asked["items"]>,
  lines: ReadonlyArray<OrderState.Line>,
  left: Map<string, number>
): Effect.fn.Return<Contents, AdapterError.Reason> {
  const contents: Array<Contents[number]> = []
  for (const { productId, quantity, variantId } of items) {
    const mine = lines.filter(({ sku }) => {
      const article = Catalogue.articleOf(sku)
      return article?.productId === productId && (variantId === undefined || article.variantId === variantId)
    })
    let wanted = Quantity.toNumber(quantity)
    if (mine.length === 0 || wanted === undefined) return yield* Effect.fail(Faults.unknownItem(productId))
    for (const { lineId } of mine) {
      const pieces = Math.min(wanted, left.get(lineId) ?? 0)
      if (pieces === 0) continue
      contents.push({ lineId, quantity: pieces })
      left.set(lineId, (left.get(lineId) ?? 0) - pieces)
      wanted -= pieces
    }
    if (wanted > 0) return yield* Effect.fail(Faults.tooMany(mine[0]!.lineId, left.get(mine[0]!.lineId) ?? 0))
  }
  return contents
})

export const createShipment = (session: ShopSession) => ({ items, onlineOrderId, providerCode }: Asked) =>
  change(session, {
    operation: "createShipment",
    entity: onlineOrderId,
    failure: () => Effect.map(OrderTable.get(session, onlineOrderId), (order) => MagicSkus.traitsOf(OrderState.skusOf(order)).failure),
    work: Effect.fnUntraced(function*({ now, sequence }) {
      const order = yield* OrderTable.get(session, onlineOrderId)
      if (MagicSkus.traitsOf(OrderState.skusOf(order)).shipment === "refused") return yield* Effect.fail(Faults.refused("NO_CARRIER"))
      yield* demandShippable(order, now, providerCode)
      const lines = OrderState.linesOf(order)
      const left = new Map(OrderState.leftOf(lines, order.parcels))
      if (OrderState.isNothing(left)) {
        const { trackingNumber } = order.parcels.at(-1)!
        const isArranged = order.parcels.some((parcel) => parcel.isArranged && parcel.providerCode === providerCode)
        return yield* Effect.fail(isArranged ? Faults.nothingLeft(onlineOrderId, trackingNumber) : Faults.allShipped(onlineOrderId, trackingNumber))
      }
      const rest = order.parcels.length === 0 ? undefined : [...left].filter(([, pieces]) => pieces > 0).map(([lineId, quantity]) => ({ lineId, quantity }))
      const contents = items === undefined ? rest : yield* contentsOf(items, lines, left)
      const trackingNumber = session.number("SBXT", sequence)
      yield* OrderTable.putParcel(session, onlineOrderId, sequence, { trackingNumber, providerCode, isArranged: true, createdAt: now, shippedAt: undefined, lines: contents })
      yield* OrderTable.update(session, onlineOrderId, order.plan, now)
      return { trackingNumber, carrierName: Catalogue.providers.find(({ code }) => code === providerCode)!.name }
    })
  })
