/**
 * Records who signs calls with an earlier secret: while it is valid, so that an operator knows whom to tell before it ends, and after it
 * has ended, because the caller is told no more than that its call is not authenticated.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Database } from "../store/Database.ts"

/** How often the use of one secret is stored and logged at most, in milliseconds. */
export const every = 60_000

export type SignedWith = "earlier" | "ended"

const statements = {
  earlier: "insert into secret_use (owner, used_at, used_by) values ($1, $2, $3) on conflict (owner) do update set used_at = $2, used_by = $3",
  ended: "insert into secret_use (owner, ended_used_at, ended_used_by) values ($1, $2, $3) on conflict (owner) do update set ended_used_at = $2, ended_used_by = $3"
} as const

const messages = {
  earlier: "a caller signed with its earlier secret, which ends soon: give it the present one",
  ended: "a call was refused because it was signed with an earlier secret that has ended: give its sender the present one"
} as const

export interface Use {
  /** Whose secret it is, as in `RotatedSecretRows`. */
  readonly owner: string
  readonly id: string
  readonly address: string | undefined
}

export interface EarlierSecretUse {
  /** Notes a use in the background, so that an answer takes the same time with either secret. */
  readonly noted: (signedWith: SignedWith, use: Use) => Effect.Effect<void>
}

export const make = Effect.map(Database, (db): EarlierSecretUse => {
  const last = new Map<string, number>()
  const store = (signedWith: SignedWith, { address = "unknown", id, owner }: Use, now: number) =>
    Effect.andThen(
      Effect.logWarning(messages[signedWith]).pipe(Effect.annotateLogs({ id, address })),
      db.query(statements[signedWith], [owner, now, address])
    ).pipe(
      Effect.catchTag("DatabaseFailed", () => Effect.sync(() => void last.delete(`${signedWith} ${owner}`))),
      Effect.forkDetach,
      Effect.asVoid
    )
  return {
    noted: (signedWith, use) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const key = `${signedWith} ${use.owner}`
        if (Math.abs(now - (last.get(key) ?? Number.NEGATIVE_INFINITY)) < every) return Effect.void
        last.set(key, now)
        return store(signedWith, use, now)
      })
  }
})
