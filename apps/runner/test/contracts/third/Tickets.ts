/**
 * A contract that the runner does not know: tickets at a help desk, which are opened, read, and closed by the desk itself.
 */
import { Contract, ErpV1, Operation, OutboundOrder } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ConnectedLink } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import type { ContractRows } from "../../../src/contracts/ContractRows.ts"
import { about } from "../../../src/contracts/ErpReceivers.ts"
import { entryOf, opaque } from "../../../src/intents/CreateEntry.ts"
import * as Poller from "../../../src/jobs/Poller.ts"
import { owed } from "../../../src/outbox/Outbox.ts"
import { owing, Reactions } from "../../../src/outbox/Reactions.ts"
import * as EndedRecords from "../../../src/records/EndedRecords.ts"
import * as Entities from "../../../src/records/Entities.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { type KindRow, numberAt } from "../../../src/records/Kinds.ts"
import { Database, type Row } from "../../../src/store/Database.ts"
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
export const contract = Contract.make<"desk/v1", typeof required, readonly [], {}, Resolved>("desk/v1", { required, optional: [] })
export class Desk extends Context.Service<Desk, Contract.OpenConnection<typeof contract>>()("test/Desk") {}

const kind: KindRow = {
  kind: "ticket",
  create: OpenTicket.name,
  isEnded: (phase) => phase === "resolved",
  peerNumberIn: numberAt("reference")
}

const create = entryOf<typeof OpenTicket>({
  operation: OpenTicket,
  kind,
  numberOf: ({ ticketNumber }) => ticketNumber,
  numbered: (ticket, ticketNumber) => ({ ...ticket, ticketNumber }),
  query: (connections, connection, { ticketNumber }) =>
    Effect.map(connections.invoke(connection, FindTickets, { ticketNumbers: [ticketNumber] }), ([found]) =>
      found && { hasEnded: false, peerNumber: found.reference, success: { reference: found.reference } }),
  peerNumberAt: "reference"
})

/** The event of a ticket to which others react. */
interface TicketEvent extends Resolved {
  readonly link: ConnectedLink
}

/** Tells the ERP, in the transaction of the event. */
const tellsErp = Effect.succeed(owing<TicketEvent>({
  TicketResolved: ({ link, ticketNumber }) =>
    Effect.sync(() => [owed({
      connection: link.erp,
      ...about(link, kind.kind, ticketNumber),
      operation: ErpV1.ReceiveOutboundStatus,
      payload: { orderNumber: OutboundOrder.OrderNumber.make(ticketNumber), warehouseCode: "DESK", phase: "failed", status: "TICKET_RESOLVED" }
    })])
}))

export const rows: ContractRows = {
  contract,
  service: Desk as never,
  kinds: [kind],
  creates: [opaque(create)],
  reactions: [tellsErp]
}

/** Stores that a ticket is resolved, with all that this owes to others. */
const storing = Effect.gen(function*() {
  const db = yield* Database
  const reactions = yield* Reactions
  const ended = EndedRecords.make(db, yield* Vault)
  return (link: ConnectedLink, ticketNumber: string) =>
    db.transaction(Effect.gen(function*() {
      const row = yield* Entities.make(db).reported({ scope: link.scope, link, who: "peer" }, kind.kind, ticketNumber, yield* Clock.currentTimeMillis)
      if (row.phase === "resolved") return
      yield* ended(row, { kind: kind.kind, phase: "resolved", who: "peer", what: "status", detail: "resolved" })
      yield* reactions.run<TicketEvent>({ _tag: "TicketResolved", link, ticketNumber })
    }))
})

/** Takes the events of desks from now on. */
export const takingEvents = Effect.gen(function*() {
  const connections = yield* Connections
  const stored = yield* storing
  yield* (yield* IncomingEvents).takenBy<Resolved>(contract.id, (connection, { ticketNumber }) =>
    Effect.forEach(connections.links.filter(({ peer }) => peer === connection), (link) => stored(link, ticketNumber), { discard: true }))
})

const polled = Effect.gen(function*() {
  const connections = yield* Connections
  const stored = yield* storing
  const ask = Effect.fnUntraced(function*(link: ConnectedLink, asked: ReadonlyArray<Row>) {
    const found = yield* connections.invoke(link.peer, FindTickets, { ticketNumbers: asked.map(({ number }) => String(number)) })
    for (const { phase, ticketNumber } of found) if (phase === "resolved") yield* stored(link, ticketNumber)
  })
  return [{ kind: kind.kind, ask }]
})

export const jobs = [Poller.rowOf(contract.id, polled)]
