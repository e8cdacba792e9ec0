/**
 * What a call does, for the audit: found from the row of its operation and from the request, so that no handler has to say it.
 */
import { type Access, Invalid, reasonHeader } from "@crossdock/admin-api"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as DeclaredMembers from "./DeclaredMembers.ts"

export interface Act {
  readonly subject: string
  readonly detail: string | undefined
  /** Why, as it was said in the payload or the header. */
  readonly reason: string | undefined
  /** Whether somebody who has signed in has to say why. */
  readonly needsReason: boolean
  /** The name that the request gives, which only counts for the admin token. */
  readonly given: string | undefined
}

/** Members of a payload or a query that name what a call is about, where its path does not. */
const naming = ["number", "id", "name", "scope"] as const
/** Members that say more of it. Others may hold secrets or contents of orders. */
const telling = ["number", "id", "ids", "name", "scope", "link", "connection", "erp", "peer", "shop", "warehouse", "sku", "kind", "from", "cause", "text", "state", "decision", "role", "links", "allLinks", "oidcSubject", "withoutOidc", "isAll",
  "ours", "theirs", "dead", "since", "until", "overtaken", "at", "numberThere", "peerNumber", "abandonOpen", "withUnread"] as const

const Members = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const decodeMembers = Schema.decodeUnknownOption(Members)

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : Array.isArray(value) && value.every((one) => typeof one === "string")
    ? value.join(",")
    : undefined

const nonBlank = (value: unknown): string | undefined => typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** The reason in the header. It is percent-encoded, because a header holds ASCII only. */
export const reasonIn = (headers: HttpServerRequest.HttpServerRequest["headers"]): string | undefined => {
  const written = headers[reasonHeader]
  if (written === undefined) return undefined
  try {
    return nonBlank(decodeURIComponent(written))
  } catch {
    return nonBlank(written)
  }
}

/** The query as the router gives it to the handler. It is not read from the address again, because the router lets it begin with `;` and `#` too. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Whether a request asks for personal data as it was done before that became a POST, whatever its operation. */
export const isRevealing = (query: Query): boolean => {
  const given = query["reveal"] ?? []
  return (typeof given === "string" ? [given] : given).some((value) => value !== "false")
}

/** Whether a call may change something, for all that its operation and method say. */
export const isChange = (method: string): boolean => method !== "GET" && method !== "HEAD"

/** What a call does; undefined if it only reads, or only counts what it would do. */
export const actOf = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  query: Query,
  { act }: Access,
  params: Readonly<Record<string, string | undefined>>,
  declared: ReturnType<typeof DeclaredMembers.of>
) {
  const { headers, method } = request
  if (!isChange(method) || act === "read") return undefined
  const body = yield* Effect.orElseSucceed(request.text, () => "")
  const payload = Option.getOrElse(decodeMembers(body), (): Readonly<Record<string, unknown>> => ({}))
  if (typeof act === "object" && payload[act.unless] !== true) return undefined
  const only = (members: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) => Object.entries(members).filter(([name]) => names.has(name))
  const all: Readonly<Record<string, unknown>> = Object.fromEntries([...only(query, declared.query), ...only(payload, declared.payload)])
  const named = Object.values(params).filter((value) => value !== undefined)
  const first = naming.find((name) => typeof all[name] === "string")
  const subject = named.length > 0 ? named.join(" ") : first === undefined ? "" : String(all[first])
  const detail = telling.flatMap((name) => {
    const text = named.length === 0 && name === first ? undefined : textOf(all[name])
    return text === undefined || text === "" ? [] : [`${name} ${text}`]
  }).join(", ")
  return {
    subject,
    detail: nonBlank(detail),
    reason: nonBlank(payload["reason"]) ?? reasonIn(headers),
    needsReason: act !== "plain",
    given: nonBlank(payload["who"])
  } satisfies Act as Act
})

export const revealIsPost = new Invalid({
  code: "REVEAL_IS_POST",
  message: "personal data is revealed by a POST with a reason: /admin/calls/{id}/reveal, /admin/calls/reveal, /admin/intents/{id}/reveal or /admin/deliveries/{id}/reveal, with {\"reason\": …}",
  path: "/query/reveal"
})

export const reasonMissing = new Invalid({
  code: "REASON_MISSING",
  message: `say why: in the member reason of the payload where it has one, or percent-encoded in the header ${reasonHeader}; the audit keeps it`
})
