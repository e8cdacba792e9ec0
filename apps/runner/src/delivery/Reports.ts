/**
 * What a peer reports unasked: sorted to the link that its number names, then taken like any other event.
 */
import { AdapterError, type WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Database } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { Vault } from "../store/Vault.ts"
import { Events } from "./Events.ts"
import * as Known from "./Known.ts"
import * as LongKeys from "./LongKeys.ts"
import { tooManySays } from "./Receiving.ts"
import type { Owner } from "./Source.ts"

export class Reports extends Context.Service<Reports, {
  /** Succeeds once the event is stored, also when it belongs to nobody. `raw` is the exact message. */
  readonly take: (connection: string, event: WarehouseV1.Event, raw?: string) => Effect.Effect<void, AdapterError.Reason>
}>()("@crossdock/runner/delivery/Reports") {
  static readonly layer = Layer.effect(Reports, Effect.suspend(() => make))
}

/** The link whose prefix begins the number; with one link, that one (U-147). */
export const linkFor = (links: ReadonlyArray<ConnectedLink>, number: string): ConnectedLink | undefined =>
  links.length === 1 && links[0]!.prefix === ""
    ? links[0]
    : links.find(({ prefix }) => prefix !== "" && number.startsWith(prefix))

const tooMany = new AdapterError.Rejected({ fault: { code: "QUANTITY_TOO_LARGE", message: tooManySays } })

const notStored = new AdapterError.FaultUnlisted({
  fault: { code: "NOT_STORED", message: "the runner could not store this; send it again" }
})

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const events = yield* Events
  const known = Known.make(db)

  const sentUnder = (connection: string, event: WarehouseV1.Event) =>
    event._tag === "OutboundStatusChanged"
      ? known.outboundSent(connection, event.status.orderNumber)
      : known.inboundSent(connection, event.progress.asnNumber)

  const ownerOf = (connection: string, event: WarehouseV1.Event, number: string, raw: string | undefined) =>
    Effect.map(sentUnder(connection, event), (row): Owner | undefined => {
      const of = (link: ConnectedLink) => ({ scope: link.scope, link, who: "peer" as const, ...(raw !== undefined && { raw }) })
      const created = row && connections.linkOf(row.scope)
      if (row !== undefined && created !== undefined) return { source: of(created), own: row.order_number ?? row.asn_number, row }
      const link = linkFor(connections.links.filter(({ peer }) => peer === connection), number)
      return link && { source: of(link), own: number.slice(link.prefix.length) }
    })

  const take = Effect.fnUntraced(function*(connection: string, event: WarehouseV1.Event, raw: string | undefined) {
    const number = event._tag === "OutboundStatusChanged" ? event.status.orderNumber : event.progress.asnNumber
    const place = event._tag === "OutboundStatusChanged" ? LongKeys.ofOutbound(event.status) : LongKeys.ofInbound(event.progress)
    if (place !== undefined) {
      yield* connections.drift(connection).report(LongKeys.finding(event._tag, place))
      return yield* Effect.fail(new AdapterError.RequestInvalid({ path: place, says: `has more than ${LongKeys.maxKey} characters` }))
    }
    const effect = yield* events.reported(connections.withoutSecrets(connection, event), ownerOf(connection, event, number, raw))
    if (effect === "too many") return yield* Effect.fail(tooMany)
    if (effect !== "nobody") return
    const isOutbound = event._tag === "OutboundStatusChanged"
    yield* connections.drift(connection).report({
      where: isOutbound ? "pushOrderInfo" : "pushAsnInfo",
      path: isOutbound ? "/orderNumber" : "/asnNumber",
      says: "a report of a number that no link of this connection has, by its prefix or by what it sent; it goes to nobody"
    })
    yield* History.record(db, vault, {
      scope: `connection:${connection}`,
      entity: isOutbound ? History.outbound(number) : History.inbound(number),
      who: "peer",
      what: "conflict",
      detail: "no link of this connection has the prefix of this number; it goes to nobody",
      raw
    })
  })

  return Reports.of({
    take: (connection, event, raw) =>
      Effect.catchTag(take(connection, event, raw), "DatabaseFailed", () => Effect.fail(notStored as AdapterError.Reason))
  })
})
