/**
 * What was ordered, as the create of an order asked for it.
 */
import { Quantities } from "@crossdock/core/fulfilment"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { contentColumns, openText } from "../../intents/IntentStore.ts"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"
import type { Vault } from "../../store/Vault.ts"

const Asked = Schema.fromJsonString(Schema.Struct({ lines: Schema.Array(Quantities.Item) }))
const decode = Schema.decodeEffect(Asked)

/** The goods of the row of an order, with the names of its creator. Undefined: the runner has not created it, or the request cannot be read any more. */
export const of = Effect.fnUntraced(function*(
  db: Database["Service"],
  vault: Vault["Service"],
  { id }: Row
): Effect.fn.Return<Quantities.Quantities | undefined, DatabaseFailed> {
  const intent = yield* db.one(`select i.id, ${contentColumns} from intent i join intent_content c on c.entity = i.entity where i.entity = $1`, [id])
  if (intent === undefined) return undefined
  const asked = yield* Effect.option(Effect.flatMap(openText(vault, intent, "asked"), decode))
  return Option.getOrUndefined(Option.map(asked, ({ lines }) => Quantities.fromLines(lines)))
})
