/**
 * Finds out what ERPs have to be told of an order because of a report, and what they were told of it before.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../Composition.ts"
import * as StoredJson from "../../engine/StoredJson.ts"
import type { DatabaseFailed } from "../../store/Database.ts"
import * as OrderedGoods from "./OrderedGoods.ts"
import * as ParcelMessages from "./ParcelMessages.ts"
import type { Decision } from "./ReportDecision.ts"
import type * as StatusTransition from "./StatusTransition.ts"
import * as StoredFulfilment from "./StoredFulfilment.ts"
import type { WarehouseServices } from "./WarehouseServices.ts"

export interface ErpMessages {
  readonly messages: ReadonlyArray<ParcelMessages.Message>
  /** What was told with these, for the column `told`; null leaves it as it is. */
  readonly told: string | null
  /** What ERPs cannot be told, for persons. */
  readonly findings: ReadonlyArray<string>
}

const [write, read] = [StoredJson.writer(ParcelMessages.Told), StoredJson.reader(ParcelMessages.Told)]
const [encode, decode] = [Schema.encodeSync(Schema.fromJsonString(ParcelMessages.Told)), Schema.decodeUnknownSync(ParcelMessages.Told)]
const toText = (told: ParcelMessages.Told): string => write(told) ?? encode(told)
const fromText = (text: string): ParcelMessages.Told => {
  const json: unknown = JSON.parse(text)
  return read(json) ?? decode(json)
}
const nothing: ErpMessages = { messages: [], told: null, findings: [] }

/** `effect` is what the report changes in the word for the order. */
export const make = (services: Pick<WarehouseServices, "connections" | "db" | "mapping" | "vault">) =>
  Effect.fnUntraced(function*(link: ConnectedLink | undefined, decision: Pick<Decision, "before" | "known" | "record" | "row" | "status">, effect: StatusTransition.Effect): Effect.fn.Return<ErpMessages, DatabaseFailed> {
    const { before, record, row } = decision
    if (link === undefined || (before === record && (effect === "repeat" || effect === "conflict"))) return nothing
    const told = typeof row.told === "string" ? fromText(row.told) : undefined
    // Nothing has left, so there is only the word.
    if (record.keys.length === 0) return { ...nothing, messages: ParcelMessages.messagesOf(decision, effect, { news: [], told: told ?? [], findings: [] }) }
    // The contents of a single parcel do not depend on what was ordered.
    const ordered = record.keys.length > 1 ? yield* OrderedGoods.of(services, link, row, (theirs) => theirs) : undefined
    const shippedLines = services.connections.get(link.peer)?.shippedLines ?? "parcel"
    const reading = { ordered, shippedLines }
    const after = StoredFulfilment.parcelsOf(record, reading)
    const known = before === record ? after : StoredFulfilment.parcelsOf(before, reading)
    const toTell = ParcelMessages.toTell({ before: known, after, told, isCareful: shippedLines === "careful" })
    return {
      messages: ParcelMessages.messagesOf(decision, effect, toTell),
      told: toTell.news.length + toTell.findings.length === 0 ? null : toText(toTell.told),
      findings: toTell.findings
    }
  })
