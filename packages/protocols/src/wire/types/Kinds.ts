/**
 * The types whose values hold no others, by their kind.
 */
import type * as Table from "../Table.ts"
import { boolean } from "./Boolean.ts"
import { country } from "./Country.ts"
import { decimal } from "./Decimal.ts"
import { enumValue } from "./Enum.ts"
import { flag } from "./Flag.ts"
import { instant } from "./Instant.ts"
import type { Kind } from "./Kind.ts"
import { label } from "./Label.ts"
import { quantity } from "./Quantity.ts"
import { text } from "./Text.ts"
import { whole } from "./Whole.ts"

export const scalars = { boolean, country, decimal, enum: enumValue, flag, instant, label, quantity, text, whole }

export type ScalarType = Table.Type & { readonly kind: keyof typeof scalars }

/** What is done with the values of a type. The cast is safe: `scalars` is keyed by the kind. */
export const kindOf = (type: ScalarType): Kind<Table.Type> => scalars[type.kind] as Kind<Table.Type>
