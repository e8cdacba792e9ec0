/**
 * Which names of the platform contract an ERP and a platform may know differently, as one table, and how a message is translated by it
 * (U-145). Nothing else of a message changes: the ids of products, variants and lines stay those of the platform, because the ERP sends
 * them back to address an article there.
 */
import type { PlatformV1 } from "@crossdock/core"
import type { Kind, Names } from "../../mapping/NameMapping.ts"

/** A name that the link requires a row for, and that has none. */
export interface Missing {
  readonly kind: Kind
  readonly name: string
  /** JSON pointer into the message. */
  readonly path: string
}

export interface Translated<A> {
  readonly value: A
  readonly missing: ReadonlyArray<Missing>
}

/** One member that has a name. */
interface Place {
  /** The path of the records that have the member; `*` stands for each element of a list. */
  readonly at: ReadonlyArray<string>
  readonly member: string
  readonly kind: Kind
  /** The names under which a row may know the record, the best first. Default: the member itself. */
  readonly known?: (record: Members) => ReadonlyArray<unknown>
}

type Members = Readonly<Record<string, unknown>>

const place = (at: string, member: string, kind: Kind, known?: Place["known"]): Place => ({
  at: at === "" ? [] : at.split("/"),
  member,
  kind,
  ...(known && { known })
})

/**
 * The ids by which a row may know an article: that of the variant, the seller's code, the platform's article number, and the id of a
 * product without variants. A row of a product never stands for its variants.
 */
const articleIds = ({ productId, sellerSku, sku, variantId }: Members): ReadonlyArray<unknown> =>
  variantId === undefined ? [sellerSku, sku, productId] : [variantId, sellerSku, sku]

/** The names of an order, which begins at a path. */
const orderAt = (at: string): ReadonlyArray<Place> => {
  const below = (path: string): string => at === "" ? path : `${at}/${path}`
  return [
    place(below("lines/*"), "sku", "sku", articleIds),
    place(at, "locationId", "warehouse"),
    place(below("lines/*"), "locationId", "warehouse"),
    place(below("fulfillments/*"), "locationId", "warehouse"),
    place(below("refunds/*/lines/*"), "locationId", "warehouse"),
    place(at, "carrierCode", "channel"),
    place(below("fulfillments/*"), "carrierCode", "channel"),
    place(at, "onlineShopId", "shop")
  ]
}

/** The names of articles, each the same as in an order of the article. */
export const articles: ReadonlyArray<Place> = [place("*", "sku", "sku", articleIds)]

const provider = [place("", "providerCode", "channel")]

type Places = Readonly<Partial<Record<PlatformV1.OperationName, ReadonlyArray<Place>>>>

/** The names in what an ERP sends; they become those of the platform. */
export const sent: Places = {
  markReadyToShip: provider,
  createShipment: provider,
  getLabels: provider,
  updateStock: [place("items/*/stockByLocation/*", "locationId", "warehouse")]
}

/** The names in what a platform answers; they become those of the ERP. */
export const answered: Places = {
  getOrders: orderAt("items/*"),
  listProducts: [
    place("items/*", "sellerSku", "sku", articleIds),
    place("items/*/stockByLocation/*", "locationId", "warehouse")
  ],
  updateStock: [place("failures/*", "locationId", "warehouse")],
  listShippingProviders: [place("items/*", "code", "channel")],
  listLocations: [place("items/*", "code", "warehouse")]
}

/** The names of a refund that is pushed to an ERP. */
export const refunded: ReadonlyArray<Place> = [place("refund/lines/*", "locationId", "warehouse"), place("", "onlineShopId", "shop")]

/** The names of an order that is pushed to an ERP. */
export const pushed: ReadonlyArray<Place> = orderAt("")

const isName = (value: unknown): value is string => typeof value === "string" && value !== ""

type Rename = (record: Members, path: string) => Members

/** Changes the records at a path. Everything that stays the same is the same value. */
const changedAt = (value: unknown, [step, ...rest]: ReadonlyArray<string>, path: string, rename: Rename): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (step === undefined) return rename(value as Members, path)
  if (step === "*") {
    if (!Array.isArray(value)) return value
    const changed = value.map((each, index) => changedAt(each, rest, `${path}/${index}`, rename))
    return changed.some((each, index) => each !== value[index]) ? changed : value
  }
  const before = (value as Members)[step]
  const after = changedAt(before, rest, `${path}/${step}`, rename)
  return after === before ? value : { ...value, [step]: after }
}

const translated = (find: (kind: Kind, name: string) => string | undefined, isRequired: Names["isRequired"]) =>
  <A>(places: ReadonlyArray<Place>, message: A): Translated<A> => {
    const missing: Array<Missing> = []
    const rename = ({ kind, known, member }: Place): Rename => (record, path) => {
      const names = (known?.(record) ?? [record[member]]).filter(isName)
      const [first] = names
      if (first === undefined) return record
      const found = names.map((name) => find(kind, name)).find((name) => name !== undefined)
      if (found === undefined && isRequired(kind)) missing.push({ kind, name: first, path: `${path}/${member}` })
      return found === undefined || found === record[member] ? record : { ...record, [member]: found }
    }
    const value = places.reduce<unknown>((before, each) => changedAt(before, each.at, "", rename(each)), message)
    return { value: value as A, missing }
  }

/** Translates what an ERP sends. A name without a row stays the same. */
export const toPlatform = <A>({ isRequired, toPeer }: Names, places: ReadonlyArray<Place>, message: A): Translated<A> =>
  translated(toPeer, isRequired)(places, message)

/** Translates what a platform tells. A name without a row stays the same, so one odd name does not hide the rest. */
export const toErp = <A>({ isRequired, toErp: find }: Names, places: ReadonlyArray<Place>, message: A): Translated<A> =>
  translated(find, isRequired)(places, message)
