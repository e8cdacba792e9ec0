/**
 * A help desk in memory with a plugin for it, as an author outside would write one.
 */
import { AdapterError, Contract } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/config"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { contract, Desk, FindTickets, OpenTicket } from "./Tickets.ts"

interface Ticket {
  readonly ticketNumber: string
  readonly reference: string
  phase: (typeof FindTickets.success.Type)[number]["phase"]
}

/** A desk in memory. It opens a ticket for each create that reaches it, and may lose its answer. */
export const desk = () => {
  const tickets: Array<Ticket> = []
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
