/**
 * Converts the measures of a product between units, since a peer may store 0.1 kg as 100 g.
 */
import { Decimal, type Product } from "@crossdock/core"
import * as BigDecimal from "effect/BigDecimal"
import type { ProductFields } from "./warehouse/PeerFields.ts"

/** Each unit as a power of ten of a gram or a millimetre. */
const units = {
  weightUnit: { mg: -3, g: 0, kg: 3, t: 6 },
  dimensionUnit: { mm: 0, cm: 1, dm: 2, m: 3 }
} as const

const unitOf = {
  weight: "weightUnit",
  netWeight: "weightUnit",
  length: "dimensionUnit",
  width: "dimensionUnit",
  height: "dimensionUnit"
} as const

export type Measure = keyof typeof unitOf
export const measures = ["weight", "netWeight", "length", "width", "height"] as const satisfies ReadonlyArray<Measure>

type Sent = typeof Product.Product.Encoded

const powerOf = (kind: keyof typeof units, unit: string | undefined): number | undefined =>
  (units[kind] as Readonly<Record<string, number>>)[unit?.toLowerCase() ?? ""]

/** The fields that a peer received, with each measure converted to the unit in which it was sent. Units that are not metric stay. */
export const inUnitsOf = (sent: Sent, fields: ProductFields): ProductFields => {
  const converted: Partial<Record<Measure | keyof typeof units, string>> = {}
  for (const measure of measures) {
    const kind = unitOf[measure]
    const [from, to, value] = [powerOf(kind, fields[kind]), powerOf(kind, sent[kind]), Decimal.fromText(fields[measure] ?? "")]
    if (from === undefined || to === undefined || value === undefined) continue
    converted[measure] = Decimal.toText(BigDecimal.make(value.value, value.scale + to - from))
    converted[kind] = sent[kind]!
  }
  return { ...fields, ...converted }
}
