/**
 * `listen`: sends copies of what the runner sends to ERPs and services to a developer's own server, as it happens, or what was recorded.
 */
import { BooksV1 } from "@crossdock/books"
import { ErpV1, PlatformV1 } from "@crossdock/core"
import { envelopeSha1, envelopeSha1Object } from "@crossdock/protocols/signing"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { type Ask, asking, http } from "./AdminClient.ts"
import { secret, secretsOf } from "./CallCredentials.ts"
import { reveal, revealing, why } from "./CallLogCommands.ts"
import type * as CallCopy from "./CallCopy.ts"
import { type CommandFailed, exitCodes, ProblemShown, usage } from "./CommandErrors.ts"
import { admin, given as member, instantGiven, json, since, token, until, who } from "./Flags.ts"
import * as ForwardAddress from "./ForwardAddress.ts"
import * as MessageCopies from "./MessageCopies.ts"
import * as NewCalls from "./NewCalls.ts"
import { remark } from "./Output.ts"

/** The operations that tell an ERP, or the service of a shop, something of which it has not asked. */
export const pushes: ReadonlyArray<string> = [
  ErpV1.ReceiveOutboundStatus,
  ErpV1.ReceiveInboundProgress,
  ErpV1.ReceiveReturn,
  ErpV1.ReceivePlatformOrder,
  ErpV1.ReceiveRefund,
  ErpV1.SetStockReservation,
  ErpV1.ReceiveShipments,
  BooksV1.ReceiveInboundAnnouncement,
  PlatformV1.ReportShopAccess
].map(({ name }) => name)

/** Between two looks at the log. */
const pause = "1 second"

const schemes = [envelopeSha1, envelopeSha1Object]

/** Loaded here because few commands need undici. */
const transport = Effect.map(Effect.promise(() => import("@crossdock/transport-undici")), ({ layer }) => layer({ timeout: MessageCopies.patience }))

type Send = ReturnType<typeof MessageCopies.sender>

/** Whether the runner may answer later: nobody answers there, or its database does not. */
const isAway = (error: CommandFailed): boolean => error.exit === exitCodes.unreachable && error.code !== "TOKEN_REFUSED"

const listening = Effect.fnUntraced(function*(ask: Ask, query: NewCalls.Query, send: Send, target: URL) {
  const calls = NewCalls.make(ask, query)
  yield* calls.begin
  yield* remark(`each new message is sent to ${target.href} too; Ctrl-C ends this`)
  let isWaiting = false
  const isReached = Effect.suspend(() => {
    if (!isWaiting) return Effect.void
    isWaiting = false
    return remark("the runner answers again; what it sent meanwhile follows")
  })
  return yield* Effect.forever(Effect.gen(function*() {
    yield* Effect.sleep(pause)
    const looked = yield* Effect.result(calls.look((call) => Effect.asVoid(send(call)), isReached))
    if (Result.isSuccess(looked)) return
    if (!isAway(looked.failure)) return yield* Effect.fail(looked.failure)
    yield* calls.failed
    if (!isWaiting) yield* remark(`the runner is away (${looked.failure.message}). Nothing is missed; waiting until it answers`)
    isWaiting = true
  }))
})

const replayed = Effect.fnUntraced(function*(ask: Ask, query: NewCalls.Query, send: Send) {
  const count = { taken: 0, refused: 0, unanswered: 0, "not-sent": 0, "no-message": 0 }
  yield* NewCalls.oldestFirst(ask, query, (call) =>
    Effect.map(send(call), ({ is }) => {
      count[is]++
    }))
  const sent = count.taken + count.refused + count.unanswered
  const isClean = sent === count.taken && count["not-sent"] === 0
  yield* Console.log(
    (yield* json)
      ? JSON.stringify({ summary: { sent, taken: count.taken, refused: count.refused, unanswered: count.unanswered, notSent: count["not-sent"], withoutMessage: count["no-message"] } })
      : `${sent} messages sent again: ${count.taken} taken, ${count.refused} refused, ${count.unanswered} without an answer; ${count["not-sent"]} could not be sent, and of ${count["no-message"]} calls the log has no message`
  )
  if (!isClean) return yield* Effect.fail(new ProblemShown())
})

const flag = (name: string, description: string) => Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

export const listen = Command.make("listen", {
  forward: Flag.String("forward").pipe(Flag.withDescription("Address of your server, to which each message is sent"), Flag.withMetavar("address")),
  keepPath: flag("keep-path", "Put the path of each message after that of the address"),
  allowRemote: flag("allow-remote", "Allow an address on another machine; messages may have personal data"),
  replay: flag("replay", "Send what the log has, oldest first, and end; needs --since, --number or --all"),
  number: Flag.String("number").pipe(Flag.withDescription("Only messages about this order, by any of its numbers"), Flag.optional),
  connection: Flag.String("connection").pipe(Flag.withDescription("Only messages to this connection; with --way served, of this link or receiver"), Flag.optional),
  operation: Flag.String("operation").pipe(
    Flag.withDescription("Only this operation, also one that is no push; may be repeated (default: all messages to ERPs and services of shops)"),
    Flag.atLeast(0)
  ),
  way: Flag.Literals("way", ["served", "sent"]).pipe(Flag.withDescription("What the runner has sent, or what callers sent to it"), Flag.withDefault("sent")),
  since,
  until,
  all: flag("all", "With --replay: everything that the log has"),
  secret,
  scheme: Flag.Literals("scheme", schemes.map(({ name }) => name)).pipe(Flag.withDescription("How the copies are signed"), Flag.withDefault(envelopeSha1.name)),
  reveal,
  who,
  why
}, Effect.fnUntraced(function*(given) {
  const target = yield* ForwardAddress.parse(given.forward, given.allowRemote)
  if (!given.replay && (given.all || Option.isSome(given.since) || Option.isSome(given.until))) {
    return yield* Effect.fail(usage("--since, --until and --all choose what was recorded; add --replay, or remove them"))
  }
  if (given.replay && !given.all && Option.isNone(given.since) && Option.isNone(given.number)) {
    return yield* Effect.fail(usage("--replay needs to know what to send: give --since, --number, or --all for everything that the log has"))
  }
  const [from, to] = yield* Effect.all([instantGiven("since", given.since), instantGiven("until", given.until)])
  const shown = yield* revealing(given)
  const operations = given.operation.length > 0 ? given.operation : given.way === "sent" ? pushes : []
  const query: NewCalls.Query = {
    direction: given.way === "sent" ? "out" : "in",
    ...(operations.length > 0 && { operation: operations.join(",") }),
    ...member("number", given.number),
    ...member("scope", given.connection),
    ...member("since", from),
    ...member("until", to)
  }
  const options: CallCopy.Options = {
    target,
    keepsPath: given.keepPath,
    scheme: schemes.find(({ name }) => name === given.scheme) ?? envelopeSha1,
    secretOf: yield* secretsOf(given.secret)
  }
  return yield* Effect.gen(function*() {
    const ask = yield* asking
    const send = MessageCopies.sender(ask, options, shown)
    return yield* given.replay ? replayed(ask, query, send) : listening(ask, query, send, target)
  }).pipe(Effect.provide(Layer.merge(http, yield* transport)))
})).pipe(
  Command.withDescription(
    "Send a copy of each callback and push of a runner to your own server, until Ctrl-C, and print what it answers. The real\n" +
      "  delivery goes on as before: nothing is acknowledged, repeated or delayed. A runner that restarts is waited for. Copies come from\n" +
      "  the log of calls, also of failed attempts, about a second later. The log has no secrets: each copy of documents 1 and 2B is\n" +
      "  signed anew with --secret, so your server can verify it. Personal data is <hidden>; with --reveal the text is the one that\n" +
      "  was sent. With --json each message is a line of JSON. --replay exits with 1 if a message was not taken."
  ),
  Command.withShortDescription("Send copies of callbacks and pushes to your own server"),
  Command.withExamples([
    { command: "crossdock listen --forward http://127.0.0.1:3000/callback", description: "What the runner sends from now on" },
    { command: "crossdock listen --forward http://127.0.0.1:3000 --keep-path --replay --since 2h --number SO-1001", description: "What it sent about one order, once more" }
  ]),
  Command.withGlobalFlags([admin, token])
)
