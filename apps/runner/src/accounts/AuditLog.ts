/**
 * The audit: who did what over the admin API. A row is written before the act, so that nothing is done that it does not have.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database, type DatabaseFailed } from "../store/Database.ts"

export interface Act {
  readonly account: string | undefined
  readonly who: string
  readonly via: "session" | "token"
  readonly operation: string
  readonly subject: string
  readonly detail: string | undefined
  readonly reason: string | undefined
  readonly requestId: string
  readonly address: string | undefined
}

export const done = "done"

/** Texts come from callers; longer ones are cut. */
const longest = { subject: 200, detail: 1000, reason: 1000 }

export class AuditLog extends Context.Service<AuditLog, {
  /** Writes that an act begins, and returns the key by which its outcome is written. */
  readonly begin: (act: Act) => Effect.Effect<number, DatabaseFailed>
  readonly end: (id: number, outcome: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/accounts/AuditLog") {
  static readonly layer = Layer.effect(AuditLog, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const db = yield* Database
  return AuditLog.of({
    begin: ({ account, address, detail, operation, reason, requestId, subject, via, who }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.map(
          db.query(
            `insert into audit (at, account, who, via, operation, subject, detail, reason, request_id, address)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
            [now, account ?? null, who, via, operation, subject.slice(0, longest.subject), detail?.slice(0, longest.detail) ?? null, reason?.slice(0, longest.reason) ?? null, requestId, address ?? null]
          ),
          (rows) => Number(rows[0]!.id)
        )),
    end: (id, outcome) => Effect.asVoid(db.query("update audit set outcome = $1 where id = $2", [outcome, id]))
  })
})
