/**
 * Handlers for who may sign in to the admin API, and for the named tokens of scripts.
 */
import { Api, type Conflict, NotFound, type Person, shortestPassword } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Redacted from "effect/Redacted"
import { type AccountRefused, Accounts, type Identity, keyOf, type Known } from "../accounts/Accounts.ts"
import { OidcSignIn } from "../oidc/OidcSignIn.ts"
import { Connections } from "../connection/Connections.ts"
import * as ActNotes from "./ActNotes.ts"
import { conflict, instant, invalid, member, stored } from "./Responses.ts"

const toPerson = ({ createdAt, hasPassword, identity, isByRule, kind, links, name, role, seenAt }: Known): Person => ({
  name,
  kind,
  role,
  ...member("links", links),
  hasPassword,
  ...member("oidc", identity, ({ issuer, subject }) => ({ issuer, subject, isByRule })),
  createdAt: instant(createdAt),
  ...member("seenAt", seenAt, instant)
})

/** The settings of an account, for the audit. */
const settingsOf = ({ links, role }: Known): string => `${role}, ${links === undefined ? "all links" : links.join(" and ")}`

const asConflict = <A, E, R>(work: Effect.Effect<A, AccountRefused | E, R>) =>
  Effect.catchTag(work as Effect.Effect<A, AccountRefused, R>, "AccountRefused", ({ code, message }) => Effect.fail(conflict(code, message)))

/** Not checked by the schema, because its messages hide everything about a secret. */
const longEnough = (password: Redacted.Redacted | undefined) =>
  password !== undefined && Array.from(Redacted.value(password)).length < shortestPassword
    ? Effect.fail(invalid("/payload/password", `a password has at least ${shortestPassword} characters; a sentence is easy to remember`))
    : Effect.void

export const layer = HttpApiBuilder.group(Api, "people", Effect.fnUntraced(function*(handlers) {
  const accounts = yield* Accounts
  const connections = yield* Connections
  const { settings } = yield* OidcSignIn

  /** A subject of the configured provider, as an identity. */
  const identityOf = (subject: string | undefined): Effect.Effect<{ readonly identity?: Identity }, Conflict> => {
    if (subject === undefined) return Effect.succeed({})
    return settings === undefined
      ? Effect.fail(conflict("OIDC_NOT_CONFIGURED", "this runner has no sign-in provider; set CROSSDOCK_OIDC_ISSUER and CROSSDOCK_OIDC_CLIENT_ID first"))
      : Effect.succeed({ identity: { issuer: settings.issuer.href, subject } })
  }

  /** A limit to a link that does not exist would be a mistake in writing. What a receiver is told has its scope. */
  const knownLinks = (links: ReadonlyArray<string> = []) => {
    const existing = [...connections.links, ...connections.receivers].map(({ scope }) => scope)
    const at = links.findIndex((scope) => !existing.includes(scope))
    return at === -1
      ? Effect.void
      : Effect.fail(invalid(`/payload/links/${at}`, `there is no link ${JSON.stringify(links[at])}; existing links: ${existing.join(", ") || "none"}`))
  }

  /** An empty list would be no limit at all, which nobody means who names links. */
  const namesSome = (links: ReadonlyArray<string> | undefined) =>
    links?.length === 0 ? Effect.fail(invalid("/payload/links", "name at least one link, or say that the account is not limited: leave `links` out, and send `allLinks` to end a limit")) : Effect.void

  const valid = ({ links, password }: { readonly links?: ReadonlyArray<string>; readonly password?: Redacted.Redacted }) =>
    Effect.andThen(longEnough(password), knownLinks(links))

  const named = <A, E, R>(work: Effect.Effect<A, AccountRefused | E, R>) =>
    Effect.catchTag(work as Effect.Effect<A, AccountRefused, R>, "AccountRefused", ({ code, message }) =>
      Effect.fail(code === "NO_SUCH_ACCOUNT" ? new NotFound({ code, message }) : conflict(code, message)))

  return handlers.handleAll({
    list: () => stored(Effect.map(accounts.all, (all) => ({ items: all.map(toPerson) }))),
    add: ({ payload: { oidcSubject, ...payload } }) =>
      stored(Effect.gen(function*() {
        yield* namesSome(payload.links)
        yield* valid(payload)
        return toPerson(yield* asConflict(accounts.addPerson({ ...payload, ...(yield* identityOf(oidcSubject)) })))
      })),
    addToken: ({ payload }) =>
      stored(Effect.andThen(Effect.andThen(namesSome(payload.links), knownLinks(payload.links)), Effect.map(asConflict(accounts.addToken(payload)), ({ known, token }) => ({ ...toPerson(known), token })))),
    change: ({ params, payload: { allLinks, oidcSubject, withoutOidc, ...payload } }) =>
      stored(Effect.gen(function*() {
        if (allLinks === true && payload.links !== undefined) return yield* Effect.fail(invalid("/payload/allLinks", "`allLinks` and `links` exclude each other; send one of them"))
        if (withoutOidc === true && oidcSubject !== undefined) return yield* Effect.fail(invalid("/payload/withoutOidc", "`withoutOidc` and `oidcSubject` exclude each other; send one of them"))
        yield* namesSome(payload.links)
        yield* valid(payload)
        const changes = { ...payload, ...(allLinks === true && { links: [] }), ...(withoutOidc === true ? { identity: null } : yield* identityOf(oidcSubject)) }
        const before = (yield* accounts.all).find(({ name }) => keyOf(name) === keyOf(params.name))
        const after = yield* named(accounts.change(params.name, changes))
        yield* ActNotes.changed(before && settingsOf(before), settingsOf(after))
        if (payload.password !== undefined) yield* ActNotes.effect("a new password")
        return toPerson(after)
      })),
    remove: ({ params }) => stored(Effect.map(Effect.tap(named(accounts.end(params.name)), (ended) => ActNotes.changed(settingsOf(ended), "ended")), toPerson))
  })
}))
