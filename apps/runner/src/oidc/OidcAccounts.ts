/**
 * The account of somebody whom a provider has identified: one that an administrator linked, or one by the rules of the operator. A name that
 * the provider says never leads to an account, so a provider cannot hand out the accounts of others.
 */
import * as Effect from "effect/Effect"
import { longestName } from "@crossdock/admin-api"
import { Accounts, type Identity, type Known } from "../accounts/Accounts.ts"
import type { Claims } from "./OidcProvider.ts"
import { accountEnded, nameRefused, notLinked, type OidcRefused, ruleEnded } from "./OidcRefused.ts"
import type { OidcSettings, Rule } from "./OidcSettings.ts"

/** Whether a claim is a value, or a list that has it. */
const fits = (claims: Claims) => ({ claim, has }: Rule): boolean => {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  return value === has || (Array.isArray(value) && value.includes(has))
}

/** A name that can be shown beside others: without characters that are not seen or that turn the direction of writing. */
const nameIn = (claim: unknown): string | undefined => {
  const name = typeof claim === "string" ? claim.trim() : ""
  return name === "" || name.length > longestName || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u.test(name) ? undefined : name
}

/** Under which name somebody gets an account. */
export const nameOf = ({ email, name, preferred_username }: Claims): string | undefined => nameIn(preferred_username) ?? nameIn(email) ?? nameIn(name)

const sameLinks = (one: ReadonlyArray<string> = [], other: ReadonlyArray<string> = []): boolean => one.length === other.length && one.every((link) => other.includes(link))

export interface Identified {
  readonly known: Known
  /** What the sign-in changed, for the audit; undefined: nothing. */
  readonly change: string | undefined
}

/** Why a rule could not make an account, by the code with which the accounts refused it. */
const refusals: Readonly<Record<string, (provider: string, subject: string, name: string) => OidcRefused>> = {
  SUBJECT_ENDED: accountEnded,
  NAME_TAKEN: (provider, subject, name) => nameRefused(provider, subject, `${JSON.stringify(name)} is taken`)
}
const otherwise: typeof refusals[string] = (provider, subject, name) => nameRefused(provider, subject, `${JSON.stringify(name)} stands for something else`)

export const make = ({ issuer, name: provider, rules }: OidcSettings) =>
  Effect.map(Accounts, (accounts) => {
    /** Makes an account by a rule; undefined if the subject has one, which another sign-in at the same time has made. */
    const added = Effect.fnUntraced(function*(identity: Identity, claims: Claims, { claim, has, links, role }: Rule) {
      const name = nameOf(claims)
      if (name === undefined) return yield* Effect.fail(nameRefused(provider, identity.subject, "it says none that can be shown"))
      const known = yield* accounts.addPerson({ name, role, links, identity, isByRule: true }).pipe(
        Effect.catchTag("AccountRefused", ({ code }) => code === "SUBJECT_TAKEN" ? Effect.undefined : Effect.fail((refusals[code] ?? otherwise)(provider, identity.subject, name)))
      )
      return known && { known, change: `made as ${role}${links === undefined ? "" : ` for ${links.join(",")}`}, because ${claim} has ${has}` } satisfies Identified
    })

    /** The rules are asked at each sign-in, so who left a group loses with it what it gave. */
    const following = Effect.fnUntraced(function*(known: Known, rule: Rule | undefined) {
      if (rule === undefined) return yield* Effect.fail(ruleEnded(provider, known.name))
      const { claim, has, links, role } = rule
      if (known.role === role && sameLinks(known.links, links)) return { known, change: undefined } satisfies Identified as Identified
      const changed = yield* accounts.change(known.name, { role, links: links ?? [], isByRule: true }).pipe(Effect.catchTag("AccountRefused", () => Effect.fail(ruleEnded(provider, known.name))))
      return { known: changed, change: `changed to ${role}${links === undefined ? "" : ` for ${links.join(",")}`}, because ${claim} has ${has}` } satisfies Identified as Identified
    })

    /** The account that a subject has already; undefined if it has none. */
    const existing = Effect.fnUntraced(function*(identity: Identity, rule: Rule | undefined) {
      const known = yield* accounts.ofIdentity(identity)
      if (known === undefined) return undefined
      return known.isByRule ? yield* following(known, rule) : { known, change: undefined } satisfies Identified as Identified
    })

    return Effect.fnUntraced(function*({ claims, subject }: { readonly subject: string; readonly claims: Claims }) {
      const identity: Identity = { issuer: issuer.href, subject }
      const rule = rules.find(fits(claims))
      const found = yield* existing(identity, rule)
      if (found !== undefined) return found
      if (rule === undefined) return yield* Effect.fail(notLinked(provider, subject))
      return (yield* added(identity, claims, rule)) ?? (yield* existing(identity, rule)) ?? (yield* Effect.fail(accountEnded(provider, subject)))
    })
  })
