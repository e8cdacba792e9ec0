/**
 * Sends copies of recorded messages to a developer's own server, and prints one line for each with what the server answered. A copy is sent
 * once, follows no redirect, and changes nothing of the message that the runner has sent.
 */
import { Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LoggedCall } from "@crossdock/admin-api"
import type { Ask } from "./AdminClient.ts"
import { successOf } from "./CallCommand.ts"
import * as CallCopy from "./CallCopy.ts"
import type { revealing } from "./CallLogCommands.ts"
import type { CommandFailed } from "./CommandErrors.ts"
import { json } from "./Flags.ts"
import { plain } from "./Output.ts"

/** How long the server may take; it may stand at a breakpoint. */
export const patience = "60 seconds"

/** The most characters of an answer that are printed. */
const mostOfAnswer = 120

interface Answer {
  readonly status: number
  readonly body: string
}

/** What became of a copy. `no-message`: the plugin sent none by HTTP, or it was erased; no line is printed then. */
export interface Outcome {
  readonly is: "taken" | "refused" | "unanswered" | "not-sent" | "no-message"
  readonly signature?: CallCopy.Copy["signature"]
  readonly answer?: Answer
  readonly millis?: number
  /** Why it was not sent, or not answered. */
  readonly problem?: string
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

const excerpt = (body: string): string => body.length > mostOfAnswer ? `${body.slice(0, mostOfAnswer)}…` : body

const answerText = ({ body, status }: Answer): string =>
  [`HTTP ${status}`, ...(isRedirect(status) ? ["(redirects are not followed)"] : []), ...(body === "" ? [] : [plain(excerpt(body))])].join(" ")

const outcomeText = ({ answer, millis, problem = "", signature }: Outcome): string => {
  const unsigned = signature === "no-secret" ? " (not signed)" : ""
  if (answer !== undefined) return `${answerText(answer)}  ${millis} ms${unsigned}`
  return millis === undefined ? `not sent: ${problem}` : `no answer: ${plain(problem)}  ${millis} ms${unsigned}`
}

/** The widths of the operations and numbers that most messages have, so that the columns stay in line. */
const widths = { operation: 22, number: 14 } as const

export const lineOf = ({ at, number = "-", operation, scope }: LoggedCall, outcome: Outcome): string =>
  [DateTime.formatIso(at).slice(11, 23), operation.padEnd(widths.operation), plain(number).padEnd(widths.number), plain(scope), outcomeText(outcome)].join("  ")

const jsonOf = ({ at, id, number, operation, scope }: LoggedCall, { answer, is, millis, problem, signature }: Outcome) => ({
  id,
  at: DateTime.formatIso(at),
  operation,
  number: number ?? null,
  scope,
  outcome: is,
  ...(signature !== undefined && { signature }),
  ...(answer !== undefined && { status: answer.status, answer: excerpt(answer.body) }),
  ...(millis !== undefined && { millis }),
  ...(problem !== undefined && { problem })
})

/** What a failure to get an answer says. It names no address, because the user has given it. */
const problemOf = ({ cause, phase }: { readonly phase: string; readonly cause: unknown }): string => {
  const said = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : ""
  return phase === "connect" ? `nothing listens there${said}` : `the server did not answer completely${said}`
}

const noMessage: Outcome = { is: "no-message" }

const notSent = (problem: string): Outcome => ({ is: "not-sent", problem })

/** What becomes of a message that the runner cannot show, whenever it is asked; undefined if the runner may show it later. */
const withoutMessage = ({ code, message }: CommandFailed): Outcome | undefined =>
  code === "NOT_FOUND" ? noMessage : code === "SEALED_OTHERWISE" ? notSent(message) : undefined

type Revealing = Effect.Success<ReturnType<typeof revealing>>

/** Makes the function that sends the copy of a call and prints its line. */
export const sender = (ask: Ask, options: CallCopy.Options, shown: Revealing) => {
  const sent = Effect.fnUntraced(function*({ request, signature }: CallCopy.Copy): Effect.fn.Return<Outcome, never, Transport.Transport> {
    const { send } = yield* Transport.Transport
    const started = yield* Clock.currentTimeMillis
    const answered = yield* Effect.result(send({ ...request, timeout: patience }))
    const millis = (yield* Clock.currentTimeMillis) - started
    if (Result.isFailure(answered)) return { is: "unanswered", signature, millis, problem: problemOf(answered.failure) }
    const { body, status } = answered.success
    // An envelope is taken if the answer says so. Other messages have no signature here, and forms of answer of their own.
    const stated = successOf(body)
    const isTaken = status >= 200 && status < 300 && (signature === "none" ? stated !== false : stated === true)
    return { is: isTaken ? "taken" : "refused", signature, millis, answer: { status, body } }
  })

  const outcomeOf = Effect.fnUntraced(function*({ id }: LoggedCall) {
    const read = yield* Effect.result(ask((client) => shown === undefined ? client.calls.show({ params: { id } }) : client.calls.reveal({ params: { id }, payload: shown })))
    const unavailable = Result.isFailure(read) ? withoutMessage(read.failure) : undefined
    if (unavailable !== undefined) return unavailable
    const { request } = yield* Effect.fromResult(read)
    if (request === undefined) return noMessage
    const copy = CallCopy.of(request, options)
    return Result.isSuccess(copy) ? yield* sent(copy.success) : notSent(copy.failure)
  })

  return Effect.fnUntraced(function*(found: LoggedCall) {
    const outcome = yield* outcomeOf(found)
    if (outcome.is !== "no-message") yield* Console.log((yield* json) ? JSON.stringify(jsonOf(found, outcome)) : lineOf(found, outcome))
    return outcome
  })
}
