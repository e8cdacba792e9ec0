/**
 * Refuses a query with a member that its operation does not have. A handler would ignore it, so a misspelt filter would select everything.
 */
import { Invalid } from "@crossdock/admin-api"
import { suggestions } from "../NameSimilarity.ts"
import type { Query } from "./Acts.ts"
import { pointer } from "./Responses.ts"

/** Names come from callers; longer ones are cut, and of many only the first are listed. */
const longest = 100
const most = 20
/** A name that is less similar, of 1, is not what anybody meant: the few members of a query are short words, which often share two letters. */
const likely = 0.5

const problemOf = (name: string, known: ReadonlyArray<string>) => {
  const nearest = suggestions(name, known).find(({ similarity }) => similarity >= likely)
  const shown = name.slice(0, longest)
  return { path: pointer("query", [shown]), message: `there is no member \`${shown}\` in the query; ${nearest === undefined ? "correct its name, or remove it" : `did you mean \`${nearest.theirs}\`?`}` }
}

/** The refusal of a query; undefined if the operation declares each of its members. */
export const refusalOf = (query: Query, declared: ReadonlySet<string>): Invalid | undefined => {
  const unknown = Object.keys(query).filter((name) => !declared.has(name))
  const known = [...declared].toSorted()
  const problems = unknown.slice(0, most).map((name) => problemOf(name, known))
  const [first] = problems
  if (first === undefined) return undefined
  const what = unknown.length > 1 ? `${unknown.length} members of the query do not exist; correct their names, or remove them` : first.message
  const all = known.length === 0 ? "This operation reads no query" : `The query may have ${known.join(", ")}`
  return new Invalid({
    code: "REQUEST_INVALID",
    message: `${what}${what.endsWith("?") ? "" : "."} ${all}`,
    path: first.path,
    ...(unknown.length > 1 && { problems })
  })
}
