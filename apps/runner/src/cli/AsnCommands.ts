/**
 * `asns`: shows everything that is known of an ASN, by any of its numbers.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { OrdersFound } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { admin, given as member, link, token } from "./Flags.ts"
import { foundText } from "./OrderCommands.ts"
import { answer } from "./Output.ts"

const show = Command.make("show", {
  number: Argument.String("number").pipe(Argument.withDescription("Any number of the ASN, or of one of its batches")),
  link
}, (given) =>
  Effect.flatMap(
    ask((client) => client.asns.show({ params: { number: given.number }, query: member("link", given.link) })),
    (found) => answer(OrdersFound, found, foundText)
  )).pipe(
    Command.withDescription(
      "Show everything known of an ASN: the order in the ERP, the create at the warehouse, the messages to the ERP with the\n" +
        "  announcement and the batches, what was received, and what was booked. Any number of it will do: the one of its\n" +
        "  creator, the ERP's, the warehouse's or a batch number."
    ),
    Command.withShortDescription("Show everything known of an ASN, by any of its numbers"),
    Command.withExamples([{ command: "crossdock asns show ASN-7" }, { command: "crossdock asns show ASN-7-1 --json" }])
  )

export const asns = Command.make("asns").pipe(
  Command.withDescription("ASNs: show where one is, by any of its numbers. `crossdock orders ls --kind inbound` lists them."),
  Command.withShortDescription("ASNs: show where one is"),
  Command.withSubcommands([show]),
  Command.withGlobalFlags([admin, token])
)
