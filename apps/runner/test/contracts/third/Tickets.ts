/**
 * A contract that the runner does not know: tickets at a help desk, which are opened, read, and closed by the desk itself. It has its
 * rows and one module, and nothing of it stands in an engine.
 */
import type { AnyPlugin } from "@crossdock/config"
import { AdapterError, Contract, ErpV1, Operation, OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { type ContractRows, withoutRecords } from "../../../src/contracts/ContractRows.ts"
import { type CreateEntry, opaque } from "../../../src/intents/CreateEntry.ts"
import * as JobRows from "../../../src/jobs/JobRows.ts"
import * as Poller from "../../../src/jobs/Poller.ts"
import { owed } from "../../../src/outbox/Outbox.ts"
import * as Entities from "../../../src/records/Entities.ts"
import { IncomingEvents, type Take } from "../../../src/records/IncomingEvents.ts"
import { entityOf, type KindRow } from "../../../src/records/Kinds.ts"
import { owing, Reactions } from "../../../src/outbox/Reactions.ts"
import { Database, type Row } from "../../../src/store/Database.ts"
import * as History from "../../../src/store/History.ts"
import { Vault } from "../../../src/store/Vault.ts"

export const OpenTicket = Operation.make("openTicket", {
  payload: Schema.Struct({ ticketNumber: Schema.NonEmptyString, text: Schema.String }),
  success: Schema.Struct({ reference: Schema.NonEmptyString }),
  kind: "create"
})

export const FindTickets = Operation.make("findTickets", {
  payload: Schema.Struct({ ticketNumbers: Schema.Array(Schema.String) }),
  success: Schema.Array(Schema.Struct({ ticketNumber: Schema.String, reference: Schema.String, phase: Schema.Literals(["open", "resolved"]) })),
  kind: "read"
})

/** What the desk tells by itself. */
export interface Resolved {
  readonly _tag: "TicketResolved"
  readonly ticketNumber: string
}

const required = [OpenTicket, FindTickets] as const
const contract = Contract.make<"desk/v1", typeof required, readonly [], {}, Resolved>("desk/v1", { required, optional: [] })
class Desk extends Context.Service<Desk, Contract.Adapter<typeof contract>>()("test/Desk") {}

const opened = Schema.decodeUnknownOption(Schema.fromJsonString(OpenTicket.success))

const kind: KindRow = {
  kind: "ticket",
  create: OpenTicket.name,
  isEnded: (phase) => phase === "resolved",
  mayStandStill: true,
  peerNumberIn: (result) => Option.getOrUndefined(opened(result))?.reference
}

const create: CreateEntry<typeof OpenTicket> = {
  operation: OpenTicket,
  kind: kind.kind,
  settledBy: "query",
  numberOf: ({ ticketNumber }) => ticketNumber,
  numbered: (ticket, ticketNumber) => ({ ...ticket, ticketNumber }),
  map: (_mapping, _link, payload) => Effect.succeed({ payload, unmatched: [] }),
  query: (connections, connection, { ticketNumber }) =>
    Effect.map(connections.invoke(connection, FindTickets, { ticketNumbers: [ticketNumber] }), ([found]) =>
      found && { hasEnded: false, peerNumber: found.reference, success: { reference: found.reference } }),
  withdraw: () => Effect.void,
  peerNumberOf: ({ reference }) => reference,
  successOf: (reference) => ({ reference }),
  answered: (success) => success,
  accepted: () => ({ warehouseCode: undefined, peerWarehouseCode: undefined }),
  isVoid: () => false,
  isEnded: kind.isEnded
}

/** The event of a ticket to which others react. */
interface TicketEvent {
  readonly _tag: "TicketWasResolved"
  readonly link: ConnectedLink
  readonly ticketNumber: string
}

/** Tells the ERP, in the transaction of the event. `refuses` is a number at which it fails. */
export const refuses = "T-refused"
const tellsErp = Effect.succeed(owing<TicketEvent>({
  TicketWasResolved: ({ link, ticketNumber }) =>
    ticketNumber === refuses ? Effect.die("a bug in a reaction") : Effect.succeed([owed({
      connection: link.erp,
      scope: link.scope,
      entity: `${link.scope} ${entityOf(kind.kind, ticketNumber)}`,
      operation: ErpV1.ReceiveOutboundStatus,
      payload: { orderNumber: OutboundOrder.OrderNumber.make(ticketNumber), warehouseCode: "DESK", phase: "failed", status: "TICKET_RESOLVED" },
      isState: false
    })])
}))

export const rows: ContractRows = {
  contract,
  service: Desk as never,
  ...withoutRecords,
  kinds: [kind],
  creates: [opaque(create)],
  reactions: [tellsErp]
}

/** Stores that a ticket is resolved, with all that this owes to others. */
const storing = Effect.gen(function*() {
  const db = yield* Database
  const vault = yield* Vault
  const reactions = yield* Reactions
  const entities = Entities.make(db)
  return (link: ConnectedLink, ticketNumber: string) =>
    db.transaction(Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const row = yield* entities.reported({ scope: link.scope, link, who: "peer" }, kind.kind, ticketNumber, now)
      if (row.phase === "resolved") return
      yield* db.query("update entity set phase = 'resolved', is_open = 0, updated_at = $2 where id = $1", [row.id, now])
      yield* History.record(db, vault, { scope: link.scope, entity: entityOf(kind.kind, ticketNumber), who: "peer", what: "status", detail: "resolved" })
      yield* reactions.run<TicketEvent>({ _tag: "TicketWasResolved", link, ticketNumber })
    }))
})

/** Takes the events of desks from now on. */
export const takingEvents = Effect.gen(function*() {
  const connections = yield* Connections
  const stored = yield* storing
  const take: Take<Resolved> = (connection, { ticketNumber }) =>
    Effect.forEach(connections.links.filter(({ peer }) => peer === connection), (link) => stored(link, ticketNumber), { discard: true }).pipe(
      Effect.mapError(() => new AdapterError.FaultUnlisted({ fault: { code: "NOT_STORED", message: "send it again" } }))
    )
  yield* (yield* IncomingEvents).takenBy(contract.id, take)
})

const polled = Effect.gen(function*() {
  const connections = yield* Connections
  const stored = yield* storing
  const ask = Effect.fnUntraced(function*(link: ConnectedLink, asked: ReadonlyArray<Row>) {
    const found = yield* connections.invoke(link.peer, FindTickets, { ticketNumbers: asked.map(({ number }) => String(number)) })
    for (const { phase, ticketNumber } of found) if (phase === "resolved") yield* stored(link, ticketNumber)
    return { failed: [] }
  })
  return [{ kind: kind.kind, mayBeRead: () => true, ask }] satisfies ReadonlyArray<Poller.Polled>
})

export const jobs = JobRows.jobsOf([Poller.rowOf(contract.id, polled)])

/** A desk in memory. It opens a ticket for each create that reaches it, and may lose its answer. */
export const desk = () => {
  const tickets: Array<{ readonly ticketNumber: string; readonly reference: string; phase: "open" | "resolved" }> = []
  const calls: Array<string> = []
  const manners = { losesAnswer: false, beforeOpening: Effect.void as Effect.Effect<unknown> }
  const plugin = Contract.pluginFor(contract, Desk)({
    id: "desk-fake",
    settings: Schema.Struct({}),
    offers: [],
    make: () =>
      Effect.succeed({
        handlers: {
          openTicket: ({ ticketNumber }) =>
            Effect.gen(function*() {
              yield* manners.beforeOpening
              calls.push(OpenTicket.name)
              const reference = `D-${tickets.length + 1}`
              tickets.push({ ticketNumber, reference, phase: "open" })
              if (manners.losesAnswer) return yield* Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "reset" }))
              return { reference }
            }),
          findTickets: ({ ticketNumbers }) =>
            Effect.sync(() => {
              calls.push(FindTickets.name)
              return tickets.filter(({ ticketNumber }) => ticketNumbers.includes(ticketNumber))
            })
        }
      })
  })
  return { tickets, calls, manners, plugin: plugin as unknown as AnyPlugin }
}
