/**
 * The types of a table by kind, each with its reader and writer.
 */
import type * as Table from "../Table.ts"
import { any, nothing } from "./Any.ts"
import { balance } from "./StockQuantity.ts"
import { boolean } from "./Boolean.ts"
import { country } from "./Country.ts"
import { day } from "./Day.ts"
import { decimal } from "./Decimal.ts"
import { enumValue } from "./Enum.ts"
import { flag } from "./Flag.ts"
import { instant } from "./Instant.ts"
import type { Kind } from "./ValueType.ts"
import { label } from "./Label.ts"
import { list } from "./List.ts"
import { map } from "./Map.ts"
import { numberId } from "./NumberId.ts"
import { numberOrText } from "./NumberOrText.ts"
import { object } from "./Object.ts"
import { quantity } from "./Quantity.ts"
import { text } from "./Text.ts"
import { whole } from "./Whole.ts"

const kinds = { any, balance, boolean, country, day, decimal, enum: enumValue, flag, instant, label, list, map, null: nothing, numberId, numberOrText, object, quantity, text, whole }

/** Returns the object that reads and writes a type. The cast is safe: `kinds` is keyed by the kind. */
export const kindOf = (type: Table.Type): Kind<Table.Type> => kinds[type.kind] as Kind<Table.Type>
