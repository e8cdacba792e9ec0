/**
 * Finds the ERP's code of an order's warehouse, which every message to the ERP must contain. It comes from the create, or from
 * the peer's report, or from the ERP's request.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../Composition.ts"
import type { Mapping } from "../../mapping/NameMapping.ts"
import type { DatabaseFailed, Row } from "../../store/Database.ts"
import { contentColumns, openText } from "../../intents/IntentStore.ts"
import * as Entities from "../../records/Entities.ts"
import type { OrderKind } from "./OrderKinds.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

const Asked = Schema.fromJsonString(Schema.Struct({ warehouseCode: Schema.NonEmptyString }))

/** The warehouse's code for a code of the ERP, if the ERP gives one. */
export const codeAtPeer = (mapping: Mapping["Service"], link: ConnectedLink, code: string | undefined): Effect.Effect<string | undefined, DatabaseFailed> =>
  code === undefined ? Effect.undefined : mapping.toPeer(link, "warehouse", code)

export const make = ({ db, mapping, vault }: Pick<WarehouseServices, "db" | "mapping" | "vault">) => {
  const entities = Entities.make(db)

  const asked = Effect.fnUntraced(function*(kind: OrderKind, scope: string, number: string) {
    const intent = yield* db.one(
      `select i.id, ${contentColumns} from entity e join intent i on i.entity = e.id join intent_content c on c.entity = e.id
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit 1`,
      [scope, kind, number]
    )
    if (intent === undefined) return undefined
    const content = yield* Effect.option(Effect.flatMap(openText(vault, intent, "asked"), Schema.decodeEffect(Asked)))
    return Option.isSome(content) ? content.value.warehouseCode : undefined
  })

  /** Returns the ERP's code. `row` is the stored row of the order, and `told` is the peer's code in the report. */
  const forErp = Effect.fnUntraced(function*(link: ConnectedLink, row: Row, told?: string) {
    if (row.warehouse_code !== null && row.warehouse_code !== "") return row.warehouse_code as string
    const theirs = told ?? (row.peer_warehouse_code as string | null) ?? ""
    return theirs === "" ? yield* asked(row.kind, link.scope, row.number) : yield* mapping.toErp(link, "warehouse", theirs)
  })

  return {
    forErp,
    /** Returns the ERP's code for an order by its number. */
    ofNumber: Effect.fnUntraced(function*(kind: OrderKind, link: ConnectedLink, number: string) {
      const row = yield* entities.get(link.scope, kind, number)
      return yield* forErp(link, row ?? { kind, number, warehouse_code: null, peer_warehouse_code: null })
    })
  }
}
