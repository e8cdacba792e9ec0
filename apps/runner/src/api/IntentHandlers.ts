/**
 * Handlers for intents (creates at a warehouse): the list of those that wait, the attempts, and a person's decision.
 */
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Connections } from "../connection/Connections.ts"
import { Creates } from "../intents/CreateEntry.ts"
import { Intents } from "../intents/Intents.ts"
import { Refusal } from "../engine/Refusal.ts"
import { Kinds } from "../records/Kinds.ts"
import { Database, type Row } from "../store/Database.ts"
import { Vault } from "../store/Vault.ts"
import { conflict, defaultLimit, fromCursor, notFound, pageOf, stored, where } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"
import { Api } from "@crossdock/admin-api"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import * as IntentDecisions from "./IntentDecisions.ts"
import { attemptsOf, hidingOf, historyOf, listed, opened, toIntent, withContents } from "./IntentRows.ts"
import * as Revealing from "./Revealing.ts"
import * as PersonalDataMasking from "../connection/PersonalDataMasking.ts"

const waiting = "(i.state = 'Doubtful' or (i.state = 'Pending' and i.held_because is not null) or i.cancel_at is not null or (i.state in ('Pending', 'InFlight') and i.is_cancel_wanted = 1) or b.ended = 'wrong' or b.due_at is not null)"

/** Sorts after every row, so that the first page begins with the newest. */
const newest = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const

/** Turns the refusal of a decision into an API error. */
const taken = <E>(work: Effect.Effect<void, E | Refusal>) =>
  Effect.catchIf(work, (error): error is Refusal => error instanceof Refusal, ({ code, message }) => Effect.fail(conflict(code, message)))

export const layer = HttpApiBuilder.group(Api, "intents", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const vault = yield* Vault
  const intents = yield* Intents
  const creates = yield* Creates
  const kinds = yield* Kinds
  const connections = yield* Connections

  const found = Effect.fnUntraced(function*(id: string) {
    const row = yield* db.one(`${withContents} where i.id = $1`, [id])
    const { sees } = yield* CallerLinks.seen(connections)
    return row !== undefined && sees(row.scope) ? row : (yield* Effect.fail(notFound("intent", id, "list them with `crossdock intents ls --state any`")))
  })

  /** The order of a create, for the audit. */
  const about = (row: Row) => ActNotes.order(row.scope, row.number)

  const detailOf = Effect.fnUntraced(function*(row: Row, isRevealed: boolean) {
    const hide = isRevealed ? (text: string) => text : yield* hidingOf(vault, creates, [row])
    const { asked, sent } = yield* opened(vault, row)
    const payload = (text: string): PersonalDataMasking.Json => isRevealed ? JSON.parse(text) : PersonalDataMasking.masked(creates.of(row.operation)?.operation, text)
    return {
      ...toIntent(kinds, row, hide),
      attemptList: yield* attemptsOf(db, row.id, hide),
      history: yield* historyOf(db, row, hide),
      asked: payload(asked),
      sent: payload(sent),
      isRevealed
    }
  })

  const inBulk = yield* IntentDecisions.make

  return handlers.handleAll({
    causes: ({ query }) => stored(inBulk.causes(query.connection)),
    decideAll: ({ payload }) => stored(inBulk.decide(payload)),
    list: ({ query }) =>
      stored(Effect.gen(function*() {
        const limit = query.limit ?? defaultLimit
        const [createdAt, entity] = yield* fromCursor(query.after, newest)
        const state = query.state ?? "waiting"
        const { scopes } = yield* CallerLinks.seen(connections)
        const source = listed(state)
        const { params, text } = where([
          [`(${source.createdAt}, i.entity) < (?, ?)`, createdAt, entity],
          CallerLinks.scopeIn("i.scope", scopes),
          state === "waiting" ? [waiting] : state === "any" ? undefined : ["i.state = ?", state],
          query.connection === undefined ? undefined : ["i.connection = ?", query.connection]
        ])
        const rows = yield* db.query(
          `${source.from} where ${text} order by ${source.createdAt} desc, i.entity desc limit ${limit + 1}`,
          params
        )
        const hide = yield* hidingOf(vault, creates, rows)
        return pageOf(rows, limit, (row) => toIntent(kinds, row, hide), (row) => [row.created_at, row.entity])
      })),
    show: ({ params }) => stored(Effect.flatMap(found(params.id), (row) => detailOf(row, false))),
    reveal: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const row = yield* found(params.id)
        yield* Revealing.revealer(payload)
        yield* about(row)
        yield* ActNotes.effect(`${row.operation} of ${row.kind} ${row.number} revealed`)
        yield* Effect.logInfo("the payload of an intent was revealed to an operator").pipe(Effect.annotateLogs({ intent: row.id }))
        return yield* detailOf(row, true)
      })),
    decide: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const row = yield* found(params.id)
        const { decision, isConfirmed, peerNumber, reason } = payload
        yield* about(row)
        yield* ActNotes.changed(row.state, decision)
        yield* taken(intents.decide(row.id, { decision, who: yield* whoCalls(payload.who), peerNumber, isConfirmed, reason }))
        const after = yield* found(row.id)
        return toIntent(kinds, after, yield* hidingOf(vault, creates, [after]))
      })),
    reopen: ({ params, payload }) =>
      stored(Effect.gen(function*() {
        const row = yield* found(params.id)
        yield* about(row)
        yield* taken(intents.reopen(row.id, yield* whoCalls(payload.who)))
        const after = yield* found(row.id)
        return toIntent(kinds, after, yield* hidingOf(vault, creates, [after]))
      }))
  })
}))
