/**
 * `desk`: a person holds an order of a shop, or releases one.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { DeskOrder } from "../api/Definition.ts"
import { ask } from "./AdminClient.ts"
import { admin, given as member, link, token, who } from "./Flags.ts"
import { answer, plain } from "./Output.ts"

const number = Argument.String("number").pipe(Argument.withDescription("The shop's number of the order"))

const hold = Command.make("hold", { number, reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the next person who looks")), link, who }, (given) =>
  Effect.flatMap(
    ask((client) => client.desk.hold({ params: { number: given.number }, query: member("link", given.link), payload: { reason: given.reason, ...member("who", given.who) } })),
    (found) => answer(DeskOrder, found, (one) => `order ${plain(one.number)} is held; release it with \`crossdock desk release ${plain(one.number)}\``)
  )).pipe(
    Command.withDescription("Hold an order of a shop that is not placed at a warehouse yet"),
    Command.withExamples([{ command: "crossdock desk hold 1001 --reason \"the buyer asks to wait\" --as Ada" }])
  )

const release = Command.make("release", { number, reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the history"), Flag.optional), link, who }, (given) =>
  Effect.flatMap(
    ask((client) =>
      client.desk.release({ params: { number: given.number }, query: member("link", given.link), payload: { ...member("reason", given.reason), ...member("who", given.who) } })),
    (found) => answer(DeskOrder, found, (one) => `order ${plain(one.number)} is released; \`crossdock orders show ${plain(one.number)}\` shows what the desk decides`)
  )).pipe(
    Command.withDescription(
      "Release an order of a shop that is held. The desk decides about it again, without the rules that hold orders. It is held\n" +
        "  again if something else is in the way, such as missing stock."
    ),
    Command.withShortDescription("Release an order that is held"),
    Command.withExamples([{ command: "crossdock desk release 1001 --as Ada" }])
  )

export const desk = Command.make("desk").pipe(
  Command.withDescription("The order desk: hold and release orders of shops"),
  Command.withSubcommands([hold, release]),
  Command.withGlobalFlags([admin, token])
)
