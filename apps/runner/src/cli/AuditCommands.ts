/**
 * `audit`: who did what over the admin API.
 */
import { type AuditEntry, AuditPage } from "@crossdock/admin-api"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { ask } from "./AdminClient.ts"
import { admin, after, given as member, instantGiven, limit, since, token, until } from "./Flags.ts"
import { answer, lines, plain, table, time } from "./Output.ts"

const filter = (name: string, description: string, metavar: string) => Flag.String(name).pipe(Flag.withDescription(description), Flag.withMetavar(metavar), Flag.optional)

const aboutText = ({ detail, subject }: AuditEntry): string => [subject, detail].filter((part) => part !== undefined && part !== "").join(", ")

/** The one order that it was about. */
const orderText = ({ link, number }: AuditEntry): string | undefined => number === undefined ? undefined : link === undefined ? number : `${number} (${link})`

/** What came of it, or the setting before and after. */
const effectText = ({ effect, from, to }: AuditEntry): string | undefined => from === undefined && to === undefined ? effect : `${from ?? "nothing"} → ${to ?? "nothing"}`

const outcomeText = ({ outcome = "under way", times }: AuditEntry): string => times === undefined ? outcome : `${outcome} (${times} times in a minute)`

const listText = ({ items, next }: typeof AuditPage.Type): string =>
  items.length === 0
    ? "nothing was done"
    : lines(
      table(
        ["time", "who", "operation", "about", "order", "effect", "outcome", "why"],
        items.map((one) => [time(one.at), one.who, one.operation, aboutText(one), orderText(one), effectText(one), outcomeText(one), one.reason])
      ),
      ...(next === undefined ? [] : [`next ${plain(next)}`])
    )

const list = Command.make("ls", {
  who: filter("who", "Only of this account", "name"),
  operation: filter("operation", "Only of this operation, such as desk.hold", "operation"),
  subject: filter("subject", "Only about this: an order number, an id, a name", "subject"),
  number: filter("order", "Only about the order with this number, also by the ids of its messages and creates", "number"),
  since,
  until,
  limit,
  after
}, Effect.fnUntraced(function*(given) {
  const query = {
    limit: given.limit,
    ...member("after", given.after),
    ...member("who", given.who),
    ...member("operation", given.operation),
    ...member("subject", given.subject),
    ...member("number", given.number),
    ...member("since", yield* instantGiven("since", given.since)),
    ...member("until", yield* instantGiven("until", given.until))
  }
  yield* answer(AuditPage, yield* ask((client) => client.audit.list({ query })), listText)
})).pipe(
  Command.withDescription("List who did what over the admin API, newest first, with why and whether it was done. Without the right audit: what you did"),
  Command.withShortDescription("List who did what"),
  Command.withExamples([
    { command: "crossdock audit ls --since 1d" },
    { command: "crossdock audit ls --order SO-1001" },
    { command: "crossdock audit ls --who Anna --operation desk.hold --json" }
  ])
)

export const audit = Command.make("audit").pipe(
  Command.withDescription("List who did what over the admin API"),
  Command.withSubcommands([list]),
  Command.withGlobalFlags([admin, token])
)
