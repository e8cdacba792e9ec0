/**
 * Takes the events that a peer sends by itself. It finds the link by the prefix of the order number, and then stores the event
 * like any other.
 */
import { AdapterError, WarehouseV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { Database, type DatabaseFailed } from "../../store/Database.ts"
import * as History from "../../store/History.ts"
import { Vault } from "../../store/Vault.ts"
import { Events } from "./Events.ts"
import * as Entities from "../../records/Entities.ts"
import { entityOf } from "../../records/Kinds.ts"
import type { OrderKind } from "./OrderKinds.ts"
import * as OrderKeys from "./OrderKeys.ts"
import { IncomingEvents, orNotStored, type Take } from "../../records/IncomingEvents.ts"
import * as KeyLength from "../../records/KeyLength.ts"
import { Reads } from "./Reads.ts"
import { tooManySays } from "./ReceivingRules.ts"
import { Restored } from "../../engine/RestoreMode.ts"
import type { Owner } from "../../records/ReportSource.ts"
import * as StockEvents from "./StockEvents.ts"

export class Reports extends Context.Service<Reports, {
  readonly take: Take<WarehouseV1.Event>
}>()("@crossdock/runner/contracts/warehouse/Reports") {
  static readonly layer = Layer.effect(Reports, Effect.suspend(() => make))
}

/** Finds the link whose prefix the number begins with. A connection with a single link needs no prefix (U-147). */
export const linkFor = (links: ReadonlyArray<ConnectedLink>, number: string): ConnectedLink | undefined =>
  links.length === 1 && links[0]!.prefix === ""
    ? links[0]
    : links.find(({ prefix }) => prefix !== "" && number.startsWith(prefix))

const tooMany = new AdapterError.Rejected({ fault: { code: "QUANTITY_TOO_LARGE", message: tooManySays } })

const notRead = new AdapterError.FaultUnlisted({
  fault: { code: "NOT_READ", message: "the order could not be read from the warehouse now; send this again" }
})

type Returned = Extract<WarehouseV1.Event, { readonly _tag: "ReturnReceived" }>

type Changed = Extract<WarehouseV1.Event, { readonly _tag: "OutboundChanged" | "InboundChanged" }>

type Failure = AdapterError.Reason | AdapterError.AdapterError | DatabaseFailed

/** The order of an event, as the database and the findings for operators name it. */
interface Subject {
  readonly kind: OrderKind
  /** The number that was sent to the peer. */
  readonly number: string
  readonly where: string
  readonly path: string
  /** The first number of the report that is too long for the database. */
  readonly longKey?: string | undefined
}

const ofOrder = { kind: "outbound", where: "pushOrderInfo", path: "/orderNumber" } as const
const ofAsn = { kind: "inbound", where: "pushAsnInfo", path: "/asnNumber" } as const

const subjectOf = (event: WarehouseV1.EventWithStatus | Changed | Returned): Subject => {
  switch (event._tag) {
    case "ReturnReceived":
      return { ...ofOrder, where: event._tag, number: event.returned.orderNumber, longKey: OrderKeys.longOfReturn(event.returned) }
    case "OutboundStatusChanged":
      return { ...ofOrder, number: event.status.orderNumber, longKey: OrderKeys.longOfOutbound(event.status) }
    case "OutboundChanged":
      return { ...ofOrder, number: event.orderNumber }
    case "InboundProgressed":
      return { ...ofAsn, number: event.progress.asnNumber, longKey: OrderKeys.longOfInbound(event.progress) }
    case "InboundChanged":
      return { ...ofAsn, number: event.asnNumber }
  }
}

/** Finds whose orders events are about. */
const owners = ({ connections, db, restored }: { readonly connections: Connections["Service"]; readonly db: Database["Service"]; readonly restored: Restored["Service"] }) => {
  const entities = Entities.make(db)

  const isAdopting = (connection: string): boolean =>
    connections.get(connection)?.foreignEvents === "adopt" || restored.since() !== undefined

  /** Returns true if this runner never got a create for the order. On a restored backup that is unknown, and it returns false. */
  const isForeign = Effect.fnUntraced(function*(connection: string, scope: string, kind: OrderKind, own: string) {
    if (isAdopting(connection)) return false
    const intent = yield* db.one(
      "select i.id from entity e join intent i on i.entity = e.id where e.scope = $1 and e.kind = $2 and e.number = $3 limit 1",
      [scope, kind, own]
    )
    return intent === undefined
  })

  /** Finds the stored order of an event with its link. */
  const stored = Effect.fnUntraced(function*(connection: string, { kind, number }: Subject) {
    const row = yield* entities.sent(connection, kind, number)
    const link = row && connections.linkOf(row.scope)
    return row === undefined || link === undefined ? undefined : { link, row }
  })

  const linkOf = (connection: string, number: string) => linkFor(connections.links.filter(({ peer }) => peer === connection), number)

  const ownerOf = (connection: string, subject: Subject, raw: string | undefined) =>
    Effect.gen(function*() {
      const of = (link: ConnectedLink) => ({ scope: link.scope, link, who: "peer" as const, ...(raw !== undefined && { raw }) })
      const known = yield* stored(connection, subject)
      if (known !== undefined) return { source: of(known.link), own: known.row.number, row: known.row } satisfies Owner
      const link = linkOf(connection, subject.number)
      if (link === undefined) return undefined
      const own = subject.number.slice(link.prefix.length)
      if (yield* isForeign(connection, link.scope, subject.kind, own)) return "foreign" as const
      return { source: of(link), own } satisfies Owner
    })

  return { isAdopting, isForeign, linkOf, ownerOf, stored }
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const connections = yield* Connections
  const events = yield* Events
  const reads = yield* Reads
  const { isAdopting, isForeign, linkOf, ownerOf, stored } = owners({ connections, db, restored: yield* Restored })

  const ignored = (connection: string, { where, path }: Subject) =>
    connections.drift(connection).report({
      where,
      path,
      message: "an event about an order that this runner did not create was ignored; the setting `foreignEvents` of the connection decides that"
    })

  /** Stores a report that contains the change. */
  const takeReport = Effect.fnUntraced(function*(connection: string, event: WarehouseV1.EventWithStatus | Returned, raw: string | undefined) {
    const subject = subjectOf(event)
    const place = subject.longKey
    if (place !== undefined) {
      yield* connections.drift(connection).report(KeyLength.finding(event._tag, place))
      return yield* Effect.fail(new AdapterError.RequestInvalid({ path: place, message: `has more than ${KeyLength.maxKey} characters` }))
    }
    const told = connections.withoutSecrets(connection, event)
    const owner = ownerOf(connection, subject, raw)
    const effect = yield* (told._tag === "ReturnReceived" ? events.returned(told.returned, owner) : events.reported({ connection, event: told, raw }, owner))
    if (effect === "too many") return yield* Effect.fail(tooMany)
    if (effect === "foreign") return yield* ignored(connection, subject)
    if (effect !== "nobody") return
    yield* connections.drift(connection).report({
      where: subject.where,
      path: subject.path,
      message: "a report was ignored, because no link of this connection has its number, by prefix or by orders sent"
    })
    yield* History.record(db, vault, {
      scope: `connection:${connection}`,
      entity: entityOf(subject.kind, subject.number),
      isApart: true,
      who: "peer",
      what: "conflict",
      detail: "no link of this connection has the prefix of this number; the report is ignored",
      raw
    })
  })

  /** Reads the order of an event that contains only the order number, and stores the result before it confirms the event. */
  const readChanged = Effect.fnUntraced(function*(connection: string, event: Changed) {
    const subject = subjectOf(event)
    const known = yield* stored(connection, subject)
    if (known !== undefined) {
      const { failed } = yield* reads.refresh[subject.kind](known.link, [known.row])
      return failed.length > 0 ? yield* Effect.fail(notRead) : undefined
    }
    const link = linkOf(connection, subject.number)
    const own = link === undefined ? undefined : subject.number.slice(link.prefix.length)
    // While the create is in progress, its response tells what this read would.
    if (link === undefined || own === undefined || (yield* isForeign(connection, link.scope, subject.kind, own))) return yield* ignored(connection, subject)
    if (!isAdopting(connection)) return
    yield* reads.adopt[subject.kind](link, subject.number, own)
  })

  const taken = (connection: string, event: WarehouseV1.Event, raw: string | undefined): Effect.Effect<void, Failure> => {
    switch (event._tag) {
      case "OutboundChanged":
      case "InboundChanged":
        return readChanged(connection, event)
      case "StockChanged":
        return StockEvents.changed(db, connections.links.flatMap(({ peer, scope }) => peer === connection ? [scope] : []))
      default:
        return takeReport(connection, event, raw)
    }
  }

  const take: Take<WarehouseV1.Event> = (connection, event, raw) =>
    orNotStored(Effect.mapError(taken(connection, event, raw), (error) => error._tag === "AdapterError" ? notRead : error))
  yield* (yield* IncomingEvents).takenBy(WarehouseV1.contract.id, take)
  return Reports.of({ take })
})
