/**
 * The sealed content of an order of a shop: how it is written as text, and where it is read from.
 */
import { Json, PlatformOrder } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import type { RecordContents } from "../../intents/OrderContents.ts"
import { Database } from "../../store/Database.ts"
import { Vault } from "../../store/Vault.ts"
import { contentPlace, kind } from "./OrderKinds.ts"

/** An order with the text of its content. */
export interface Encoded {
  readonly order: PlatformOrder.PlatformOrder
  readonly content: string
  /** Equal for equal content, whatever the order of the members in the message of the platform. */
  readonly digest: string
}

const encode = Schema.encodeOption(PlatformOrder.PlatformOrder)
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(PlatformOrder.PlatformOrder))

const sorted = (value: Json.Json): Json.Json =>
  Array.isArray(value)
    ? value.map(sorted)
    : Json.isObject(value)
    ? Object.fromEntries(Object.keys(value).toSorted().map((name) => [name, sorted(value[name]!)]))
    : value

/** A JSON text with sorted members and no blanks; any other text as it is. */
const canonical = (text: string): string => Result.match(Json.parse(text), { onFailure: () => text, onSuccess: (value) => Json.stringify(sorted(value)) })

/**
 * Writes the content of an order as text. Undefined if the plugin made an order that the model does not allow. The ERP gets the
 * message of the platform too, so a value that is only there counts as a change; the order of its members, in which platforms vary
 * from one answer to the next, does not. A plugin of an earlier release says of every order that has ended that it is closed, so its
 * status decides how it has ended.
 */
export const encoded = (told: PlatformOrder.PlatformOrder): Encoded | undefined => {
  const order = PlatformOrder.withClosedPhaseResolved(told)
  return Option.getOrUndefined(Option.map(encode(order), (content) => ({
    order,
    content: JSON.stringify(content),
    digest: hash("sha256", JSON.stringify({ ...content, raw: canonical(content.raw) }))
  })))
}

/** Opens the sealed content of an order. What an earlier release has stored as closed has the end that its status tells. */
export const opener = (vault: Vault["Service"]) =>
  // What is stored was written for this very place.
  Effect.fnUntraced(function*(scope: string, onlineOrderId: string, sealed: string) {
    return PlatformOrder.withClosedPhaseResolved(yield* Effect.orDie(decode(yield* vault.open(contentPlace(scope, onlineOrderId), sealed))))
  })

/** Reads the stored content of an order. */
export const reader = (db: Database["Service"], vault: Vault["Service"]) => {
  const open = opener(vault)
  return Effect.fnUntraced(function*(scope: string, onlineOrderId: string) {
    const row = yield* db.one(
      "select p.content_sealed from entity e join platform_order p on p.entity = e.id where e.scope = $1 and e.kind = $2 and e.number = $3",
      [scope, kind.kind, onlineOrderId]
    )
    return row === undefined ? undefined : yield* open(scope, onlineOrderId, row.content_sealed)
  })
}

/** Shops create their orders themselves, so no create request tells what is in them. */
export const contents = Effect.gen(function*() {
  const read = reader(yield* Database, yield* Vault)
  return { kind: kind.kind, of: (scope, number) => Effect.option(read(scope, number)) } satisfies RecordContents as RecordContents
})
