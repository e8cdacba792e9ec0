/**
 * Begins the session of somebody who has proved who he is, and writes it to the audit.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpServerResponse } from "effect/http"
import * as AuditLog from "../accounts/AuditLog.ts"
import type { Known } from "../accounts/Accounts.ts"
import { longest, Sessions } from "../accounts/Sessions.ts"
import * as TimeOrderedId from "../engine/TimeOrderedId.ts"
import type { RequestOrigin } from "./RequestOrigin.ts"

export interface Began {
  readonly operation: string
  readonly origin: RequestOrigin
  /** Undefined: the first sign-in, before anybody has an account. */
  readonly known: Pick<Known, "id" | "version"> | undefined
  /** How he signed in, where the operation does not say it. */
  readonly detail?: string
}

const actOf = (operation: string, origin: RequestOrigin, account: string | undefined, who: string, detail: string | undefined) =>
  Effect.map(Clock.currentTimeMillis, (now): AuditLog.Act =>
    ({ account, who, via: "session", operation, subject: who, detail, reason: undefined, requestId: TimeOrderedId.at(now), address: origin.address }))

/** Undefined if the account changed meanwhile. The middleware does not know who signs in, so the audit is written here. */
export const make = Effect.gen(function*() {
  const sessions = yield* Sessions
  const log = yield* AuditLog.AuditLog
  return Effect.fnUntraced(function*({ detail, known, operation, origin }: Began) {
    const secret = yield* sessions.begin(known, origin.address)
    const session = yield* sessions.of(secret)
    if (session === undefined) return undefined
    const { id: account, name: who } = session.account
    const act = yield* actOf(operation, origin, account, who, detail)
    yield* log.end(yield* log.begin(act), act, { outcome: AuditLog.done, isRefused: false })
    return { secret, session }
  })
})

/** Writes a sign-in to the audit that was refused. A name that no account has is not written: it may be somebody's password. */
export const refusing = Effect.map(AuditLog.AuditLog, (log) =>
  Effect.fnUntraced(function*({ known, operation, origin }: Pick<Began, "operation" | "origin"> & { readonly known: Pick<Known, "id" | "name"> | undefined }, code: string) {
    yield* log.refused(yield* actOf(operation, origin, known?.id, known?.name ?? "unknown name", undefined), code)
  }))

/** Gives the browser the secret of its session; "" takes it back. No page of another site makes the browser send it. */
export const withCookie = (response: HttpServerResponse.HttpServerResponse, { isSecure, name }: RequestOrigin["cookie"], secret: string) =>
  Effect.orDie(HttpServerResponse.setCookie(response, name, secret, { httpOnly: true, secure: isSecure, sameSite: "strict", path: "/", maxAge: secret === "" ? 0 : longest }))
