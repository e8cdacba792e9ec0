/**
 * What a shop may tell of an order and a warehouse may need, in the same form on both sides: `PlatformOrder` carries it as it was told, and
 * `OutboundOrder` carries it on. Every member is optional; one that is absent is not told.
 */
import * as Schema from "effect/Schema"
import { personal } from "./Personal.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** Whether people live at an address or work there. Carriers charge by it. */
export const AddressType = Schema.Literals(["residential", "business"])
export type AddressType = typeof AddressType.Type

/** Something that the buyer chose or wrote for a line, such as an engraving: the name of the choice, and what was chosen. */
export const Customization = Schema.Struct({ name: Schema.NonEmptyString, value: personal("customization") })
export type Customization = typeof Customization.Type

/** A number under which a tax office knows somebody, for example a VAT number. Parcels to some countries need one. */
export const TaxId = Schema.Struct({
  /** Whose number it is. */
  of: Schema.Literals(["buyer", "seller", "platform"]),
  /** The kind of number, for example `VAT`, `IOSS` or `EORI`; the platform's own word where it has another. */
  kind: Schema.NonEmptyString,
  value: personal("tax id"),
  /** The two-letter code of the country that gave it. */
  country: text
})
export type TaxId = typeof TaxId.Type

/**
 * What the carrier has to ask for at the door, or how the goods travel:
 * - `signature`: the receiver signs
 * - `age`: the carrier checks that the receiver is old enough for the goods. The order does not say which age that is
 * - `identity`: the carrier checks with a document who the receiver is
 * - `pallet`: the goods travel on a pallet
 */
export const DeliveryRequirement = Schema.Literals(["signature", "age", "identity", "pallet"])
export type DeliveryRequirement = typeof DeliveryRequirement.Type

/** The fields by which customs are told of the goods of a line or of a product, to spread into a schema. */
export const customsFields = {
  /** The code of the goods in the Harmonized System, as digits with or without dots. */
  hsCode: text,
  /** The two-letter code, in upper case, of the country in which the goods were made. */
  originCountry: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/)))
} as const

/** The fields that `PlatformOrder` and `OutboundOrder` have in common, to spread into a schema. The runner copies them from one to the other. A field that is absent was not told. */
export const sharedOrderFields = {
  /** When the goods may leave at the earliest. */
  shipAfter: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** The number by which people know the order, such as `#1001`. It identifies nothing: two orders may have one. */
  displayNumber: text,
  /** The number of the order in the books of a business buyer. */
  purchaseOrderNumber: text,
  /** Whether the prices of the lines have the tax in them. */
  pricesIncludeTax: Schema.optionalKey(Schema.Boolean),
  /** The tax numbers that customs or papers need. */
  taxIds: Schema.optionalKey(Schema.Array(TaxId)),
  /** Who pays duties and bears the risk on the way, as three letters such as `DAP`. */
  incoterm: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/))),
  /** What the carrier has to ask for, or how the goods travel. */
  deliveryRequirements: Schema.optionalKey(Schema.Array(DeliveryRequirement))
} as const
