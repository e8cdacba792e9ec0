import type { Answer } from "../../api/Answer.ts"
import { p } from "../../texts/people.ts"

export type Person = Answer<"/admin/people">["items"][number]
export type Role = Person["role"]
export const roles: ReadonlyArray<Role> = ["viewer", "operator", "administrator", "merchant"]

export const shortestPassword = 12

/** The links to which an account is limited; none: it is not limited. */
export const linksOf = ({ links }: Person): ReadonlyArray<string> => links ?? []

/** How somebody signs in, in words; one for each way. */
export const waysOf = ({ hasPassword, kind, oidc }: Person): ReadonlyArray<string> => [
  ...(kind === "token" ? [p.byToken] : hasPassword ? [p.byPassword] : []),
  ...(oidc === undefined ? [] : [`${p.bySubject(oidc.subject, new URL(oidc.issuer).host)}${oidc.isByRule ? ` (${p.byRule})` : ""}`])
]

interface Next {
  readonly role: Role
  readonly links: ReadonlyArray<string>
  readonly password: string
  readonly subject: string
}

type Change = { role?: Role; links?: string[]; allLinks?: true; password?: string; oidcSubject?: string; withoutOidc?: true }

/** What is different from before: only that is sent. Undefined: nothing is. */
export const changeOf = (person: Person, next: Next): Change | undefined => {
  const before = linksOf(person)
  const isSame = before.length === next.links.length && before.every((each) => next.links.includes(each))
  const change = {
    ...(next.role === person.role ? {} : { role: next.role }),
    ...(isSame ? {} : next.links.length === 0 ? { allLinks: true as const } : { links: [...next.links] }),
    ...(next.password === "" ? {} : { password: next.password }),
    ...(next.subject === (person.oidc?.subject ?? "") ? {} : next.subject === "" ? { withoutOidc: true as const } : { oidcSubject: next.subject })
  }
  return Object.keys(change).length === 0 ? undefined : change
}
