/**
 * The audit: who did what over the admin API. A row is written before the act, so that nothing is done that it does not have.
 *
 * Nobody can fill it with acts that are refused: in a minute an account has `refusedAtMost` rows of them on each node, and the last one counts
 * the others.
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

/** What is known of an act when it has ended. */
export interface End {
  /** `done`, `partly`, `nothing`, or the code of a refusal. */
  readonly outcome: string
  /** It was refused, and nothing was done, so one row may stand for many. */
  readonly isRefused: boolean
  /** The one order that it was about. */
  readonly order?: { readonly scope?: string; readonly number: string } | undefined
  readonly effect?: string | undefined
  /** A setting before and after it. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Outcomes of acts that were not refused. */
export const [done, partly, nothing] = ["done", "partly", "nothing"] as const

/** Rows of refused acts of one account in one minute. */
export const refusedAtMost = 20
const minute = 60_000

/** Texts come from callers; longer ones are cut. */
const longest = { subject: 200, detail: 1000, reason: 1000, effect: 1000, value: 500 }
const cut = (text: string | undefined, length: number): string | null => text?.slice(0, length) ?? null

export class AuditLog extends Context.Service<AuditLog, {
  /** Writes that an act begins, and returns the key by which its end is written. */
  readonly begin: (act: Act) => Effect.Effect<number, DatabaseFailed>
  readonly end: (id: number, act: Pick<Act, "account" | "who">, end: End) => Effect.Effect<void, DatabaseFailed>
  /** Writes an act that was refused before it began. */
  readonly refused: (act: Act, code: string) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/accounts/AuditLog") {
  static readonly layer = Layer.effect(AuditLog, Effect.suspend(() => make))
}

/** Counts the refused acts of each account in this minute, on this node. */
const counting = () => {
  let began = 0
  let counts = new Map<string, { count: number; last: number }>()
  return {
    /** The row of the last refused act, if an account has all the rows of this minute. */
    full: (account: string, now: number): number | undefined => {
      if (now - began >= minute || now < began) {
        began = now
        counts = new Map()
      }
      const found = counts.get(account)
      return found !== undefined && found.count >= refusedAtMost ? found.last : undefined
    },
    add: (account: string, row: number): void => void counts.set(account, { count: (counts.get(account)?.count ?? 0) + 1, last: row })
  }
}

const make = Effect.gen(function*() {
  const db = yield* Database
  const refusals = counting()
  const keyOf = ({ account, who }: Pick<Act, "account" | "who">): string => account ?? ` ${who}`

  const begin = ({ account, address, detail, operation, reason, requestId, subject, via, who }: Act, outcome?: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        db.query(
          `insert into audit (at, account, who, via, operation, subject, detail, reason, request_id, address, outcome)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
          [now, account ?? null, who, via, operation, subject.slice(0, longest.subject), cut(detail, longest.detail), cut(reason, longest.reason), requestId, address ?? null, outcome ?? null]
        ),
        (rows) => Number(rows[0]!.id)
      ))

  const oneMore = (id: number) => db.query("update audit set times = times + 1 where id = $1", [id])

  return AuditLog.of({
    begin,
    end: Effect.fnUntraced(function*(id, act, { effect, from, isRefused, order, outcome, to }) {
      const full = isRefused ? refusals.full(keyOf(act), yield* Clock.currentTimeMillis) : undefined
      if (full !== undefined) {
        yield* oneMore(full)
        return yield* Effect.asVoid(db.query("delete from audit where id = $1", [id]))
      }
      if (isRefused) refusals.add(keyOf(act), id)
      yield* db.query(
        "update audit set outcome = $2, scope = $3, number = $4, effect = $5, from_value = $6, to_value = $7 where id = $1",
        [id, outcome, order?.scope ?? null, order?.number ?? null, cut(effect, longest.effect), cut(from, longest.value), cut(to, longest.value)]
      )
    }),
    refused: Effect.fnUntraced(function*(act, code) {
      const full = refusals.full(keyOf(act), yield* Clock.currentTimeMillis)
      if (full !== undefined) return yield* Effect.asVoid(oneMore(full))
      refusals.add(keyOf(act), yield* begin(act, code))
    })
  })
})
