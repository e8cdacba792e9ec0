import type { Answer } from "../../api/Answer.ts"

export type Person = Answer<"/admin/people">["items"][number]
export type Role = Person["role"]
export const roles: ReadonlyArray<Role> = ["viewer", "operator", "administrator", "merchant"]

export const shortestPassword = 12

/** The links to which an account is limited; none: it is not limited. */
export const linksOf = ({ links }: Person): ReadonlyArray<string> => links ?? []

/** What is different from before: only that is sent. Undefined: nothing is. */
export const changeOf = (person: Person, next: { readonly role: Role; readonly links: ReadonlyArray<string>; readonly password: string }): { role?: Role; links?: string[]; allLinks?: true; password?: string } | undefined => {
  const before = linksOf(person)
  const isSame = before.length === next.links.length && before.every((each) => next.links.includes(each))
  const change = {
    ...(next.role === person.role ? {} : { role: next.role }),
    ...(isSame ? {} : next.links.length === 0 ? { allLinks: true as const } : { links: [...next.links] }),
    ...(next.password === "" ? {} : { password: next.password })
  }
  return Object.keys(change).length === 0 ? undefined : change
}
