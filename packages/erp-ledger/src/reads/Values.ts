/** Values of rows as members of records. */
import { Decimal, Quantity, Sku, type SqlStorage } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import type * as BigDecimal from "effect/BigDecimal"

type Value = SqlStorage.Value | undefined

/** A whole number of pieces. */
export const pieces = (value: Value): BigDecimal.BigDecimal => Quantity.fromIntegerUnchecked(Number(value ?? 0))

export const sku = (value: Value): Sku.Sku => Sku.Sku.make(String(value))

/** A member of a text that may be missing or empty. */
export const text = <Name extends string>(name: Name, value: Value): { readonly [N in Name]?: string } =>
  value === null || value === undefined || value === "" ? {} : { [name]: String(value) } as { readonly [N in Name]: string }

/** A member of an amount that may be missing. */
export const amount = <Name extends string>(name: Name, value: Value): { readonly [N in Name]?: BigDecimal.BigDecimal } => {
  const found = value === null || value === undefined ? undefined : Decimal.fromText(String(value))
  return found === undefined ? {} : { [name]: found } as { readonly [N in Name]: BigDecimal.BigDecimal }
}

export const instant = (value: Value): DateTime.Utc => DateTime.makeUnsafe(Number(value))

/** A member of a time that may be missing. */
export const maybeInstant = <Name extends string>(name: Name, value: Value): { readonly [N in Name]?: DateTime.Utc } =>
  value === null || value === undefined ? {} : { [name]: instant(value) } as { readonly [N in Name]: DateTime.Utc }

export const millis = (time: DateTime.Utc): number => DateTime.toEpochMillis(time)
