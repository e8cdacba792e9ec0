/**
 * Implements `upsertProduct`: it writes a product template with one variant, and finds the product by the variant's code.
 *
 * The template has the weight and the dimensions. If other variants share the template, only the fields of the variant are
 * written.
 */
import { Drift, type Operation, type WarehouseV1 } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { placeOf } from "../Catalogue.ts"
import { refusal } from "../Faults.ts"
import type { Rows, Rpc } from "../Rpc.ts"

type Product = typeof WarehouseV1.UpsertProduct.payload.Type

const Variant = Schema.Struct({
  id: Schema.Int,
  template: Schema.Int,
  "template.": Schema.Struct({ products: Schema.Array(Schema.Int) })
})
const variants: Rows<typeof Variant.Type> = {
  model: "product.product",
  fields: ["template", "template.products"],
  row: Variant
}

const Unit = Schema.Struct({ id: Schema.Int, symbol: Schema.String, digits: Schema.Int })
type Unit = typeof Unit.Type
const units: Rows<Unit> = { model: "product.uom", fields: ["symbol", "digits"], row: Unit }

const Barcode = Schema.Struct({ id: Schema.Int, code: Schema.String })
const barcodes: Rows<typeof Barcode.Type> = { model: "product.identifier", fields: ["code"], row: Barcode }

const unitOf = (all: ReadonlyArray<Unit>, symbol: string): Unit | undefined =>
  all.find((unit) => unit.symbol === symbol) ?? all.find((unit) => unit.symbol.toLowerCase() === symbol.toLowerCase())

/**
 * A smaller unit for each unit. Tryton keeps as many decimal places as the unit has, so 0.125 kg is written as 125 g if kg has
 * two decimal places.
 */
const finer: Readonly<Record<string, { readonly symbol: string; readonly times: BigDecimal.BigDecimal }>> = {
  kg: { symbol: "g", times: BigDecimal.fromNumberUnsafe(1000) },
  m: { symbol: "mm", times: BigDecimal.fromNumberUnsafe(1000) },
  cm: { symbol: "mm", times: BigDecimal.fromNumberUnsafe(10) }
}

const written = (value: BigDecimal.BigDecimal, { digits, id }: Unit) => {
  const rounded = BigDecimal.round(value, { scale: digits, mode: "half-from-zero" })
  return { value: BigDecimal.toNumberUnsafe(rounded), unit: id, isExact: BigDecimal.equals(rounded, value) }
}

export const measure = (
  all: ReadonlyArray<Unit>,
  value: BigDecimal.BigDecimal,
  symbol: string
): { readonly value: number; readonly unit: number; readonly isExact: boolean } | undefined => {
  const unit = unitOf(all, symbol)
  if (unit === undefined) return undefined
  const first = written(value, unit)
  const step = finer[unit.symbol]
  if (first.isExact || step === undefined) return first
  const smaller = unitOf(all, step.symbol)
  return smaller === undefined ? first : written(BigDecimal.multiply(value, step.times), smaller)
}

/** Returns the values for the template, and findings about values that it cannot hold. A field that is absent leaves Tryton's value as it is. */
const toTemplate = (product: Product, all: ReadonlyArray<Unit>) => {
  const values: Record<string, unknown> = { ...(product.title && { name: product.title }) }
  const left: Array<Drift.Finding> = []
  const put = (member: "weight" | "length" | "width" | "height", unitMember: "weightUnit" | "dimensionUnit") => {
    const value = product[member]
    if (value === undefined) return
    const symbol = product[unitMember]
    const measured = symbol === undefined ? undefined : measure(all, value, symbol)
    if (measured === undefined) {
      left.push({
        where: "upsertProduct",
        path: `/${unitMember}`,
        message: symbol === undefined ? `${member} without a unit was left out` : `${member} in a unit that Tryton does not list was left out`
      })
      return
    }
    if (!measured.isExact) left.push({ where: "upsertProduct", path: `/${member}`, message: "rounded to the decimals of Tryton's unit" })
    values[member] = measured.value
    values[`${member}_uom`] = measured.unit
  }
  put("weight", "weightUnit")
  put("length", "dimensionUnit")
  put("width", "dimensionUnit")
  put("height", "dimensionUnit")
  return { values, left }
}

const toVariant = (product: Product) => ({ ...(product.specifications && { description: product.specifications }) })

export const upsertProduct = (rpc: Rpc): Operation.Handler<typeof WarehouseV1.UpsertProduct> => {
  const create = Effect.fnUntraced(function*(product: Product, template: Readonly<Record<string, unknown>>, all: ReadonlyArray<Unit>) {
    const piece = unitOf(all, "u")
    if (piece === undefined) return yield* refusal("NO_UNIT", "Tryton has no unit with the symbol u for pieces")
    const made = yield* rpc.create("product.template", {
      name: product.erpSku ?? product.title ?? product.sku,
      ...template,
      type: "goods",
      default_uom: piece.id,
      products: [["create", [{
        suffix_code: product.sku,
        ...toVariant(product),
        ...(product.barcode && { identifiers: [["create", [{ code: product.barcode }]]] })
      }]]]
    })
    // Tryton may number its templates and put that number before the variant's code, so the template's code is removed.
    yield* rpc.write("product.template", made, { code: null })
  })

  const update = Effect.fnUntraced(function*(product: Product, known: typeof Variant.Type, template: Readonly<Record<string, unknown>>) {
    if (known["template."].products.length === 1) {
      if (Object.keys(template).length > 0) yield* rpc.write("product.template", known.template, template)
    } else {
      yield* Drift.report({ where: "upsertProduct", path: "", message: "several variants share the name and the dimensions, so these were not changed" })
    }
    const variant = toVariant(product)
    if (Object.keys(variant).length > 0) yield* rpc.write("product.product", known.id, variant)
    if (!product.barcode) return
    const held = yield* rpc.find(barcodes, { where: [["product", "=", known.id]] })
    if (held.some(({ code }) => code === product.barcode)) return
    yield* rpc.create("product.identifier", { product: known.id, code: product.barcode })
  })

  return Effect.fnUntraced(function*(product: Product) {
    if (product.warehouseCode !== undefined) yield* placeOf(rpc, product.warehouseCode)
    const all = yield* rpc.find(units, { where: [] })
    const { left, values } = toTemplate(product, all)
    const found = yield* rpc.find(variants, { where: [["code", "=", product.sku]] })
    if (found.length > 1) return yield* refusal("AMBIGUOUS", `Tryton has several products with the code ${product.sku}`)
    yield* found[0] === undefined ? create(product, values, all) : update(product, found[0], values)
    yield* Drift.reportAll(left)
    return {}
  }, (effect, { sku }) => rpc.alone(`product ${sku}`)(effect))
}
