/**
 * What was ordered, as the create of an order asked for it.
 */
import { Sku } from "@crossdock/core"
import { Quantities } from "../../fulfilment/ShippedGoods.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../Composition.ts"
import * as StoredJson from "../../engine/StoredJson.ts"
import { askedColumns, openText } from "../../intents/IntentStore.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

/** An ERP may name an article by its own SKU beside the one that it assumes the warehouse uses. */
const Line = Schema.Struct({ ...Quantities.Item.fields, erpSku: Schema.optionalKey(Schema.NonEmptyString) })
const decode = StoredJson.decoder(Schema.Struct({ lines: Schema.Array(Line) }))

/**
 * The goods of the row of an order of a link, with the caller's names for what the warehouse was sent, which are those of its reports.
 * Undefined: the runner has not created it, or the request cannot be read any more.
 */
export const of = Effect.fnUntraced(function*(
  { db, mapping, vault }: Pick<WarehouseServices, "db" | "mapping" | "vault">,
  link: ConnectedLink,
  { id }: Row,
  nameOf: (theirs: string) => string
): Effect.fn.Return<Quantities.Quantities | undefined, DatabaseFailed> {
  const intent = yield* db.one(`select i.id, ${askedColumns} from intent i join intent_content c on c.entity = i.entity where i.entity = $1`, [id])
  if (intent === undefined) return undefined
  const asked = yield* Effect.option(Effect.flatMap(Effect.flatMap(openText(vault, intent, "asked"), StoredJson.parsed), decode))
  if (Option.isNone(asked)) return undefined
  const lines = yield* Effect.forEach(asked.value.lines, ({ quantity, unit, ...product }) =>
    Effect.map(mapping.productSku(link, product), (theirs) => ({ sku: Sku.Sku.make(nameOf(theirs)), quantity, ...(unit !== undefined && { unit }) })))
  return Quantities.fromLines(lines)
})
