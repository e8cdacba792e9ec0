/**
 * `erase`: erases what the runner has stored about the people of an order.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { ErasedOrders } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { admin, given as member, link, token, who } from "./Flags.ts"
import { kind } from "./OrderCommands.ts"
import { answer, lines, plain, remark, section, table } from "./Output.ts"

const text = ({ contents, creates, isErased, messages, records, texts }: typeof ErasedOrders.Type): string =>
  lines(
    isErased
      ? `personal data is erased. Masked contents: ${creates + contents}; removed messages: ${messages}; other texts of which a part was replaced: ${texts}`
      : "personal data of these records would be erased; quantities, numbers and times stay",
    section("records", table(["kind", "number", "link"], records.map((one) => [one.kind, one.number, plain(one.scope)])))
  )

export const erase = Command.make("erase", {
  number: Argument.String("number").pipe(Argument.withDescription("Any number of the order or ASN")),
  reason: Flag.String("reason").pipe(Flag.withDescription("Why, such as the number of the person's request. It is stored, so it should not name the person")),
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("Erase. Without it the command only shows what would be erased"), Flag.withDefault(false)),
  link,
  kind,
  who
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) =>
    client.orders.erase({
      params: { number: given.number },
      query: { ...member("link", given.link), ...member("kind", given.kind) },
      payload: { reason: given.reason, ...(given.yes && { isConfirmed: true }), ...member("who", given.who) }
    }))
  yield* answer(ErasedOrders, found, text)
  if (!given.yes) yield* remark("\nnothing was changed; repeat with --yes to erase it. This cannot be undone")
})).pipe(
  Command.withDescription(
    "Erase what this runner has stored about the people of a finished order: names, addresses, messages that quote them. What\n" +
      "  was ordered, shipped and received stays. The order of a shop goes together with its orders at warehouses. Backups that\n" +
      "  were made before keep the data; crossdock restore put carries the list of erasures, and the runner erases again."
  ),
  Command.withShortDescription("Erase the personal data of a finished order"),
  Command.withExamples([
    { command: "crossdock erase SO-1001 --reason \"request 77\" --as Ada" },
    { command: "crossdock erase SO-1001 --reason \"request 77\" --as Ada --yes" }
  ]),
  Command.withGlobalFlags([admin, token])
)
