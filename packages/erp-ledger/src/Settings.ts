import { Decimal } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const name = Schema.NonEmptyString.check(Schema.isMaxLength(50))
const optional = <S extends Schema.Top>(schema: S, otherwise: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(otherwise)))

const isRepeated = <A>(items: ReadonlyArray<A>, key: (item: A) => string) => new Set(items.map(key)).size < items.length

/** A warehouse of the books. Records name it by its id, so its name may change. */
export const Warehouse = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[1-9]\d{0,14}$/)).annotate({ description: "Id in digits, which never changes" }),
  name: name.annotate({ description: "Name that callers use" }),
  code: Schema.NonEmptyString.check(Schema.isMaxLength(255)).annotate({ description: "Code that the warehouse uses in its reports" }),
  groups: optional(Schema.Array(name), []).annotate({ description: "Names of the groups that it belongs to" }),
  isOfMarketplace: optional(Schema.Boolean, false).annotate({ description: "Whether a marketplace operates it" }),
  runsErpWms: optional(Schema.Boolean, false).annotate({ description: "Whether the ERP's own software runs it, which knows lots (U-137)" }),
  goodLocation: optional(name, "SYS LOC").annotate({ description: "Storage location of received goods" }),
  damagedLocation: optional(name, "SYS DAMAGED").annotate({ description: "Storage location of received damaged goods" })
})
export type Warehouse = typeof Warehouse.Type

const distinctWarehouses = Schema.NonEmptyArray(Warehouse).check(
  Schema.makeFilter((all) =>
    (!isRepeated(all, ({ id }) => id) && !isRepeated(all, (each) => each.name) && !isRepeated(all, ({ code }) => code)) ||
    "warehouses of which no two have the same id, name or code"
  ),
  Schema.makeFilter((all) =>
    all.every(({ damagedLocation, goodLocation }) => damagedLocation !== goodLocation) || "another location for damaged goods than for good ones"
  )
)

const Product = Schema.Struct({
  sku: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
  name: Schema.optionalKey(Schema.NonEmptyString),
  imageUrl: Schema.optionalKey(Schema.NonEmptyString)
})

const OpeningStock = Schema.Struct({
  warehouse: name,
  sku: Schema.NonEmptyString,
  quantity: Schema.Int.check(Schema.isGreaterThan(0)),
  purchasePrice: Schema.optionalKey(Decimal.Decimal),
  currency: Schema.optionalKey(Schema.NonEmptyString)
})
export type OpeningStock = typeof OpeningStock.Type

const destinations = Schema.Struct({
  marketplace: optional(Schema.NonEmptyString, "MARKETPLACE"),
  other: optional(Schema.NonEmptyString, "OTHER")
})

/** The settings of a connection to the embedded ERP. Only `warehouses` is required. */
export const Settings = Schema.Struct({
  books: optional(Schema.NonEmptyString.check(Schema.isMaxLength(64)), "books").annotate({
    title: "Books",
    description: "Name of the books; connections with the same name share orders and stock"
  }),
  warehouses: distinctWarehouses.annotate({ title: "Warehouses", description: "The warehouses whose stock the books keep" }),
  products: optional(Schema.Array(Product), []).annotate({ title: "Products", description: "Products that the books know from the start" }),
  unknownSkus: optional(Schema.Literals(["refuse", "accept"]), "refuse").annotate({
    title: "Unknown SKUs",
    description: "Whether an order with a SKU that is no product is refused, or makes it a product"
  }),
  openingStock: optional(Schema.Array(OpeningStock), []).annotate({
    title: "Opening stock",
    description: "Stock that is booked once for each warehouse and SKU"
  }),
  baseCurrency: optional(Schema.NonEmptyString, "CNY").annotate({
    title: "Base currency",
    description: "Currency of costs that are not asked for in their own (U-110)"
  }),
  cancelledState: optional(Schema.NonEmptyString, "CANCELLED").annotate({
    title: "Cancelled state",
    description: "Status of a cancelled inbound order (U-48)"
  }),
  cancelTwice: optional(Schema.Literals(["success", "failure"]), "success").annotate({
    title: "Second cancel",
    description: "Answer to the cancel of a cancelled order (U-105)"
  }),
  repeatedCustomNumber: optional(Schema.Literals(["compare", "failure", "existing"]), "compare").annotate({
    title: "Repeated custom number",
    description: "Answer to a second order with a custom number: the first answer for the same content, always a failure, or always the first answer (U-106)"
  }),
  erpWmsMembers: optional(Schema.Literals(["keep", "refuse"]), "keep").annotate({
    title: "ERP WMS members",
    description: "Whether marks and lots of an inbound order for a warehouse without `runsErpWms` are kept with the order, or refused (U-151)"
  }),
  keepDuplicateLines: optional(Schema.Array(name), []).annotate({
    title: "Keep duplicate lines",
    description: "Names of warehouses for which an order may keep several lines of one SKU (U-108)"
  }),
  allWarehouses: optional(Schema.Boolean, false).annotate({
    title: "All warehouses",
    description: "Whether a query of stock without a warehouse is answered with all warehouses (U-112)"
  }),
  destWarehouseTypes: optional(destinations, {}).annotate({
    title: "Destination types",
    description: "Words for the kind of the receiving warehouse of a transfer (U-121)"
  }),
  holdingCostPerPieceDay: optional(Decimal.Decimal, "0").annotate({
    title: "Holding cost",
    description: "Cost of keeping one piece for one day, in the base currency"
  })
}).check(Schema.makeFilter(({ keepDuplicateLines, openingStock, warehouses }) => {
  const names = new Set(warehouses.map((each) => each.name))
  const unknown = [...openingStock.map(({ warehouse }) => warehouse), ...keepDuplicateLines].find((each) => !names.has(each))
  return unknown === undefined || `a warehouse that \`warehouses\` names, and not ${JSON.stringify(unknown)}`
}))
export type Settings = typeof Settings.Type
