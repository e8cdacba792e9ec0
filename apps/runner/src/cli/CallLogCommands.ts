/**
 * `calls`: lists what callers asked and what peers were asked, and shows both messages of a call.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CallCounts, CallPage, LoggedCall } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import * as Curl from "./Curl.ts"
import { admin, after, given as member, instantGiven, limit, since, token, until, who } from "./Flags.ts"
import { answer, facts, lines, more, plain, section, table } from "./Output.ts"

const ways = { in: "served", out: "sent" } as const

/** Times of calls have milliseconds, because a request and what it causes are close to each other. */
const exact = ({ at }: LoggedCall): string => DateTime.formatIso(at).replace("T", " ")

const tableText = (items: ReadonlyArray<LoggedCall>): string =>
  table(
    ["time", "", "link or connection", "operation", "number", "code", "http", "ms", "id"],
    items.map((one) => [exact(one), ways[one.direction], one.scope, one.operation, one.number, one.code, one.status, one.millis, one.id])
  )

const bodyText = ({ body, leftOut }: { readonly body: string; readonly leftOut?: number }): string =>
  lines(body === "" ? undefined : plain(body), leftOut === undefined ? undefined : `(${leftOut} more were not kept)`)

const headersText = (headers: ReadonlyArray<readonly [string, string]>): string => headers.map(([name, value]) => plain(`${name}: ${value}`)).join("\n")

const messagesText = ({ request, response }: LoggedCall): string =>
  lines(
    request && section(`asked: ${request.method} ${plain(request.url)}`, lines(headersText(request.headers), bodyText(request))),
    response && section(`answered: HTTP ${response.status}`, lines(headersText(response.headers), bodyText(response))),
    request === undefined && response === undefined ? "\nno message is stored: it was erased with the personal data of an order, or the plugin sent none by HTTP" : undefined
  )

const showText = (one: LoggedCall): string =>
  lines(
    facts([
      ["call", one.id],
      ["time", exact(one)],
      [ways[one.direction], `${one.scope} (${one.protocol})`],
      ["on behalf of", one.onBehalfOf],
      ["operation", one.operation],
      ["number", one.number],
      ["code", one.code],
      ["HTTP status", one.status],
      ["took", `${one.millis} ms`],
      ["request id", one.requestId],
      ["trace id", one.traceId],
      ["reason", one.reason]
    ]),
    messagesText(one)
  )

const isWithMessages = (one: LoggedCall): boolean => one.request !== undefined || one.response !== undefined

const listText = ({ items, next }: typeof CallPage.Type): string =>
  items.length === 0
    ? "no calls match"
    : lines(items.some(isWithMessages) ? items.map(showText).join("\n\n") : tableText(items), more(next))

export const reveal = Flag.Boolean("reveal").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Show personal data too; needs --as and --why, which the runner records"),
  Flag.withDefault(false)
)
export const why = Flag.String("why").pipe(Flag.withDescription("Why you have to see personal data"), Flag.optional)

interface Revealing {
  readonly reveal: boolean
  readonly who: Option.Option<string>
  readonly why: Option.Option<string>
}

/** Who has to see personal data, and why. Undefined: it stays hidden. */
export const revealing = (given: Revealing) =>
  given.reveal && (Option.isNone(given.who) || Option.isNone(given.why))
    ? Effect.fail(usage("--reveal needs --as with your name and --why with the reason; the runner records both"))
    : Effect.succeed(given.reveal ? { reason: Option.getOrElse(given.why, () => ""), ...member("who", given.who) } : undefined)

const list = Command.make("ls", {
  number: Flag.String("number").pipe(Flag.withDescription("Only calls about this order: its number at the ERP, the shop or the warehouse, or of its parcel"), Flag.optional),
  link: Flag.String("link").pipe(Flag.withDescription("Only calls of this link"), Flag.withMetavar("scope"), Flag.optional),
  connection: Flag.String("connection").pipe(Flag.withDescription("Only calls to this connection, and its callbacks"), Flag.optional),
  operation: Flag.String("operation").pipe(Flag.withDescription("Only this operation; for a call that was refused before, the method of its protocol"), Flag.optional),
  code: Flag.String("code").pipe(Flag.withDescription("Only calls with this outcome, such as MEMBER_MISSING or OK"), Flag.optional),
  refused: Flag.Boolean("refused").pipe(Flag.withoutNegation, Flag.withDescription("Only calls with another outcome than OK"), Flag.withDefault(false)),
  way: Flag.Literals("way", ["served", "sent"]).pipe(Flag.withDescription("Only calls that were served, or that were sent"), Flag.optional),
  requestId: Flag.String("request-id").pipe(Flag.withDescription("Only the call whose caller got this x-request-id"), Flag.optional),
  traceId: Flag.String("trace-id").pipe(Flag.withDescription("Only calls of this trace, from the first call about an order to the last message"), Flag.optional),
  since,
  until,
  bodies: Flag.Boolean("bodies").pipe(Flag.withoutNegation, Flag.withDescription("Also print the messages, with personal data hidden"), Flag.withDefault(false)),
  reveal,
  who,
  why,
  limit,
  after
}, Effect.fnUntraced(function*(given) {
  if (Option.isSome(given.link) && Option.isSome(given.connection)) return yield* Effect.fail(usage("give --link or --connection, not both"))
  const [from, to] = yield* Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)])
  const shown = yield* revealing(given)
  const wanted = {
    limit: given.limit,
    ...member("number", given.number),
    ...member("scope", Option.orElse(given.link, () => given.connection)),
    ...member("operation", given.operation),
    ...member("code", given.code),
    ...(given.refused && { refused: true }),
    ...member("direction", Option.map(given.way, (way) => way === "served" ? "in" as const : "out" as const)),
    ...member("requestId", given.requestId),
    ...member("traceId", given.traceId),
    ...member("since", from),
    ...member("until", to),
    ...member("after", given.after)
  }
  const found = yield* ask((client) =>
    shown === undefined ? client.calls.list({ query: { ...wanted, ...(given.bodies && { bodies: true }) } }) : client.calls.revealList({ payload: { ...wanted, ...shown } }))
  return yield* answer(CallPage, found, listText)
})).pipe(
  Command.withDescription("List calls, newest first: those of callers, and those to peers"),
  Command.withExamples([
    { command: "crossdock calls ls --number SO-1 --bodies", description: "What was asked and answered about an order, in both directions" },
    { command: "crossdock calls ls --refused --since 1h", description: "What was refused" },
    { command: "crossdock calls ls --connection acme --operation createOutboundOrder --code Rejected" }
  ])
)

const show = Command.make("show", {
  id: Argument.String("id").pipe(Argument.withDescription("Id of the call")),
  reveal,
  who,
  why,
  asCurl: Flag.Boolean("as-curl").pipe(Flag.withoutNegation, Flag.withDescription("Print the request as a curl command; put the secrets in before you run it"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  const shown = yield* revealing(given)
  const found = yield* ask((client) => shown === undefined ? client.calls.show({ params: { id: given.id } }) : client.calls.reveal({ params: { id: given.id }, payload: shown }))
  if (!given.asCurl) return yield* answer(LoggedCall, found, showText)
  if (found.request === undefined) return yield* Effect.fail(usage("this call has no HTTP request; the plugin sent none"))
  return yield* Console.log(Curl.of(found.request))
})).pipe(
  Command.withDescription("Show one call with its request and its answer. Personal data is hidden, and secrets were never stored"),
  Command.withShortDescription("Show one call with its messages"),
  Command.withExamples([
    { command: "crossdock calls show 7301444403200042" },
    { command: "crossdock calls show 7301444403200042 --reveal --as Ada --why 'the carrier asks for the address'" },
    { command: "crossdock calls show 7301444403200042 --as-curl" }
  ])
)

const countsText = ({ items }: typeof CallCounts.Type): string =>
  items.length === 0
    ? "no calls in this time"
    : table(
      ["from", "", "link or connection", "operation", "code", "calls", "mean ms"],
      items.map((one) => [DateTime.formatIso(one.at).slice(0, 16).replace("T", " "), ways[one.direction], one.scope, one.operation, one.code, one.calls, Math.round(one.millis / one.calls)])
    )

const counts = Command.make("counts", {
  scope: Flag.String("of").pipe(Flag.withDescription("Only calls of this link, or to this connection"), Flag.withMetavar("scope"), Flag.optional),
  operation: Flag.String("operation").pipe(Flag.withDescription("Only this operation"), Flag.optional),
  code: Flag.String("code").pipe(Flag.withDescription("Only calls with this outcome, such as MEMBER_MISSING or OK"), Flag.optional),
  way: Flag.Literals("way", ["served", "sent"]).pipe(Flag.withDescription("Only calls that were served, or that were sent"), Flag.optional),
  step: Flag.Int("step").pipe(Flag.withDescription("Minutes of one row. Default: the whole time in one"), Flag.optional),
  since,
  until
}, Effect.fnUntraced(function*(given) {
  const [from, to] = yield* Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)])
  const found = yield* ask((client) =>
    client.calls.counts({
      query: {
        ...member("scope", given.scope),
        ...member("operation", given.operation),
        ...member("code", given.code),
        ...member("direction", Option.map(given.way, (way) => way === "served" ? "in" as const : "out" as const)),
        ...member("step", given.step),
        ...member("since", from),
        ...member("until", to)
      }
    }))
  return yield* answer(CallCounts, found, countsText)
})).pipe(
  Command.withDescription("Count calls by link or connection, operation and outcome, of the last hour or of the time that you give. Counts stay longer than the calls"),
  Command.withShortDescription("Count calls by operation and outcome"),
  Command.withExamples([
    { command: "crossdock calls counts --since 1d", description: "What was called in a day, and how it ended" },
    { command: "crossdock calls counts --of acme --step 5", description: "Calls to a connection in the last hour, by five minutes" }
  ])
)

export const calls = Command.make("calls").pipe(
  Command.withDescription("The log of calls: what callers asked, what peers were asked, and the answers"),
  Command.withSubcommands([list, show, counts]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: showText, counts: countsText }
