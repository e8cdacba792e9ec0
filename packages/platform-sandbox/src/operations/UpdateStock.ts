import { AdapterError, type PlatformProduct, type PlatformV1, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Catalogue from "../Catalogue.ts"
import * as Faults from "../Faults.ts"
import * as MagicSkus from "../MagicSkus.ts"
import { change, type ShopSession } from "../ShopSession.ts"
import * as StockTable from "../StockTable.ts"

type Item = PlatformProduct.StockUpdate
type Failure = PlatformProduct.StockFailure

const isLocation = (code: string): boolean => Catalogue.locations.some((each) => each.code === code)

const pieces = (figure: Item["stock"]): number | undefined => {
  const number = Quantity.toNumber(figure)
  return number === undefined || number < 0 ? undefined : number
}

/** The stock that is wanted at each location. Without locations, all pieces are at the default one. */
const wantedOf = ({ stock, stockByLocation = [] }: Item): ReadonlyArray<readonly [location: string, available: Item["stock"]]> =>
  stockByLocation.length > 0
    ? stockByLocation.map(({ available, locationId }) => [locationId ?? Catalogue.locations[0].code, available])
    : Catalogue.locations.map(({ code }, index) => [code, index === 0 ? stock : Quantity.zero])

/** Sets the stock of one article. Returns why it was refused; nothing of it is set then. */
const setOne = Effect.fnUntraced(function*(session: ShopSession, item: Item, now: number): Effect.fn.Return<ReadonlyArray<Failure>, AdapterError.Reason> {
  const { productId, variantId } = item
  const failed = (reason: string, locationId?: string): ReadonlyArray<Failure> => [
    { productId, ...(variantId !== undefined && { variantId }), ...(locationId !== undefined && { locationId }), reason }
  ]
  const article = Catalogue.articleOfProduct(productId)
  if (article === undefined) return failed(Faults.unknownArticle)
  if (variantId !== undefined && article.variantId !== variantId) return failed(Faults.unknownVariant)
  const { stock } = MagicSkus.traitsOf([article.sku])
  if (stock !== undefined) return failed(stock === "refused" ? Faults.stockRefused : Faults.notTracked)
  const wanted = wantedOf(item)
  const wrong = wanted.flatMap(([location, available]) =>
    !isLocation(location) ? failed(Faults.unknownLocation, location) : pieces(available) === undefined ? failed(Faults.notPieces, location) : [])
  if (wrong.length > 0) return wrong
  yield* Effect.forEach(wanted, ([location, available]) => StockTable.set(session, productId, location, pieces(available)!, now), { discard: true })
  return []
})

export const updateStock = (session: ShopSession) => ({ items }: typeof PlatformV1.UpdateStock.payload.Type) => {
  const skus = items.flatMap(({ productId }) => Catalogue.articleOfProduct(productId)?.sku ?? [])
  return change(session, {
    operation: "updateStock",
    entity: skus.join(" "),
    failure: () => Effect.succeed(MagicSkus.traitsOf(skus).failure),
    work: ({ now }) => Effect.map(Effect.forEach(items, (item) => setOne(session, item, now)), (failures) => ({ failures: failures.flat() }))
  })
}
