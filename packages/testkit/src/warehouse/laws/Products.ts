/**
 * The laws of upsertProduct: one product per SKU, however often it is sent.
 */
import { AdapterError, Decimal, Product, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertReceived } from "../../CompareRecords.ts"
import { equal, assert } from "../../Assertions.ts"
import { both, type Capability, having, type Laws } from "../../Law.ts"
import { inUnitsOf, type Measure, measures } from "../../UnitConversion.ts"
import { type LawContext, call, failure, newSku } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

type ProductsFixture = NonNullable<SuiteFixture<unknown>["products"]>

const upsert = WarehouseV1.UpsertProduct

const encoded = (product: Product.Product) => Schema.encodeSync(Product.Product)(product)

const held = (products: ProductsFixture, sku: string) =>
  Effect.map(products.records(sku), (records) => {
    equal(records.length, 1, `products at the peer with the SKU ${sku}`)
    return records[0]!
  })

const measured = (product: Product.Product, values: Readonly<Record<Measure, string>>): Product.Product => ({
  ...product,
  weight: Decimal.fromText(values.weight)!,
  netWeight: Decimal.fromText(values.netWeight)!,
  weightUnit: "kg",
  length: Decimal.fromText(values.length)!,
  width: Decimal.fromText(values.width)!,
  height: Decimal.fromText(values.height)!,
  dimensionUnit: "cm"
})

/** Measures in whole grams and millimetres, which every peer accepts. */
const plain = { weight: "2.25", netWeight: "2", length: "20", width: "15", height: "7.5" }
const precise = { weight: "0.10", netWeight: "1234567890123.45", length: "20.5", width: "0.001", height: "7" }

/** The measures that the API has a field for. */
const canMeasure: Capability<SuiteFixture<unknown>, ReadonlyArray<Measure>> = {
  name: `products.carries: one of ${measures.join(", ")}`,
  of: ({ products }) => {
    const carried = measures.filter((member) => products?.carries?.includes(member))
    return carried.length === 0 ? undefined : carried
  }
}

export const products: Laws<LawContext, SuiteFixture<unknown>> = {
  "upsertProduct/creates": [
    "D1-180 D1-183 D1-323",
    "creates a product that the peer does not have",
    having(can.products, Effect.fnUntraced(function*(context: LawContext, fixture) {
      const sku = newSku(context, "new")
      equal(yield* fixture.records(sku), [], "products with the SKU before the call")
      yield* call(context, upsert, fixture.product(sku))
      yield* held(fixture, sku)
    }))
  ],
  "upsertProduct/told": [
    "D1-186 D1-190 D1-194 D1-195 D1-196 D1-197 D1-198 D1-199 D1-200 D1-201 D1-202 U-149",
    "sends the description and the measures of the product",
    having(can.carriesProduct, Effect.fnUntraced(function*(context: LawContext, carries) {
      const fixture = context.fixture.products!
      const product = measured({
        ...fixture.product(newSku(context, "told")),
        title: "Tea \"Ærø\" 北京",
        barcode: "0009007199254740993",
        specifications: "250 g / tin",
        imageUrl: "https://shop.example/tea.png?size=1&v=2"
      }, plain)
      yield* call(context, upsert, product)
      const sent = encoded(product)
      assertReceived(inUnitsOf(sent, yield* held(fixture, product.sku)), sent, carries)
    }))
  ],
  "upsertProduct/measures": [
    "D1-196 D1-197 D1-199 D1-200 D1-201 U-149",
    "sends measures of many digits exactly, or refuses the product",
    having(both(canMeasure, can.products), Effect.fnUntraced(function*(context: LawContext, [carried, fixture]) {
      const product = measured(fixture.product(newSku(context, "measures")), precise)
      const answer = yield* Effect.result(call(context, upsert, product))
      if (answer._tag === "Success") {
        const sent = encoded(product)
        return assertReceived(inUnitsOf(sent, yield* held(fixture, product.sku)), sent, carried)
      }
      equal(answer.failure.reason._tag, "RequestInvalid", "the reason when the API cannot express the measures")
      equal(yield* fixture.records(product.sku), [], "products at the peer after the refusal")
    }))
  ],
  "upsertProduct/updates": [
    "D1-324",
    "updates a product that the peer has, and creates no second one",
    having(can.carriesProduct, Effect.fnUntraced(function*(context: LawContext, carries) {
      const fixture = context.fixture.products!
      const product = fixture.product(newSku(context, "changed"))
      yield* call(context, upsert, product)
      const changed = { ...product, title: "Another title", erpSku: `${product.erpSku}-2` }
      yield* call(context, upsert, changed)
      const members = carries.filter((member) => member === "title" || member === "erpSku")
      assertReceived(yield* held(fixture, product.sku), encoded(changed), members)
    }))
  ],
  "upsertProduct/twice": [
    "D1-325",
    "leaves one product when the same product is sent twice",
    having(can.products, Effect.fnUntraced(function*(context: LawContext, fixture) {
      const product = fixture.product(newSku(context, "twice"))
      yield* call(context, upsert, product)
      yield* call(context, upsert, product)
      yield* held(fixture, product.sku)
    }))
  ],
  "upsertProduct/refused": [
    "D1-319 D1-320 D1-322 D1-379",
    "fails with the peer's error message when the peer refuses the product, and leaves no product there",
    having(can.refuseProduct, Effect.fnUntraced(function*(context: LawContext, refused) {
      const fixture = context.fixture.products!
      const product = refused.product(fixture.product(newSku(context, "refused")))
      const { reason } = yield* failure(context, upsert, product, "the peer refuses it")
      equal(yield* fixture.records(product.sku), [], "products at the peer after the refusal")
      const message = AdapterError.describe(reason)
      assert(message.includes(refused.message), `the failure reads "${message}"; it must contain the peer's message "${refused.message}"`)
    }))
  ]
}
