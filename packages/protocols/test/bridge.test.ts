/**
 * The table of docs/protocols/bridge.md, made out of the protocols: which members of a call do not get over when the
 * warehouse behind speaks the other document, in the words of the caller. `UPDATE_DOCS=1` writes it.
 */
import { Json } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFileSync, writeFileSync } from "node:fs"
import { UnmappedFields as GatewayLost } from "../src/gateway/index.ts"
import { UnmappedFields as EnvelopeLost } from "../src/warehouse-envelope/index.ts"
import * as gateway from "./gateway/support.ts"
import { type Name, payloads } from "./payloads.ts"
import * as envelope from "./warehouse-envelope/support.ts"

const file = new URL("../../../docs/protocols/bridge.md", import.meta.url)

type Call = { readonly method: string; readonly content: Json.Json }
type Caller = (name: Name, payload: object) => Call

const parsed = (text: string): Json.Json => Result.getOrThrow(Json.parse(text))

const atGateway: Caller = (name, payload) => {
  const { client, kept } = gateway.joined()
  Effect.runSync((client as unknown as Record<string, (payload: object) => Effect.Effect<unknown>>)[name]!(payload))
  const { body, url } = kept.requests[0]!
  return { method: url.pathname.split("/").at(-1)!, content: parsed(body) }
}

const atEnvelope: Caller = (name, payload) => {
  const { client, kept } = envelope.joined()
  Effect.runSync((client as unknown as Record<string, (payload: object) => Effect.Effect<unknown>>)[name]!(payload))
  const fields = new URLSearchParams(kept.requests[0]!.body)
  return { method: fields.get("method")!, content: parsed(fields.get("content")!) }
}

/** A payload without the member at a place. */
const without = (value: unknown, [name = "", ...rest]: ReadonlyArray<string>): unknown => {
  if (name === "*") return (value as ReadonlyArray<unknown>).map((element) => without(element, rest))
  const { [name]: member, ...others } = value as Readonly<Record<string, unknown>>
  return rest.length === 0 ? others : { ...others, [name]: without(member, rest) }
}

/** Members that stand in the first and not in the second, without what is in them. */
const more = (one: Json.Json | undefined, other: Json.Json | undefined, place = ""): ReadonlyArray<string> => {
  if (one === undefined) return []
  if (other === undefined) return [place]
  if (Array.isArray(one)) return [...new Set(one.flatMap((element: Json.Json, at) => more(element, (other as ReadonlyArray<Json.Json>)[at], `${place}[]`)))]
  if (!Json.isObject(one)) return []
  return Object.entries(one).flatMap(([name, member]) => more(member, (other as Json.JsonObject)[name], place === "" ? name : `${place}.${name}`))
}

/** What the peer of an answer calls the member that the caller does not read. */
const answers: Readonly<Record<string, string>> = {
  "/items/*/phase": "that an order arrived, or was closed short; it stays `SUCCESS`",
  "/items/*/notShipped": "what the warehouse never ships of such an order",
  "/items/*/trackingUrl": "where a parcel can be followed",
  "/items/*/deliveredAt": "when it arrived",
  "/items/*/parcelId": "its id",
  "/items/*/returnedAt": "when it came back",
  "/items/*/saidAt": "when the warehouse last changed its record of it",
  "/items/*/weight": "how heavy it is",
  "/items/*/weightUnit": "in which unit",
  "/items/*/cost": "what it costs",
  "/items/*/estimatedDeliveryAt": "when it is expected to arrive",
  "/items/*/status": "the warehouse's own word for the state (`wmsStatus`) where it is none of the list",
  "/items/*/lines/*/unit": "the unit of a line",
  "/items/*/lines/*/lineId": "its id",
  "/items/*/lines/*/lot": "its lot",
  "/items/*/lines/*/expiresOn": "until when its goods may be used",
  "/items/*/customerCode": "`customerCode`",
  "/items/*/shippedAt": "when the order left (`shippingTime`)",
  "/items/*/lines": "which goods left (`skuList`)",
  "/items/*/parcels": "parcels before the latest"
}

/** What neither document has a word for, so that no warehouse of the other one can tell it. */
const ofNeither: ReadonlySet<string> = new Set(["/items/*/unit"])

const table = (door: Caller, behind: ReadonlyArray<GatewayLost.Row>, own: ReadonlyArray<GatewayLost.Row>): string => {
  const lines = new Map<string, Array<string>>()
  const add = (what: string, member: string) => lines.set(what, [...new Set([...(lines.get(what) ?? []), member])])
  for (const { operation, place, side } of behind) {
    if (side === "answered") continue
    const name = operation as Name
    const whole = door(name, payloads[name])
    const members = more(whole.content, door(name, without(payloads[name], place.slice(1).split("/")) as object).content)
    // What the caller's own document has no place for, no caller can say.
    for (const member of members) add(`\`${whole.method}\``, `\`${member}\``)
  }
  for (const { method, place, side } of own) {
    if (side === "answered" && !ofNeither.has(place)) add(`the answer to \`${method}\``, answers[place]!)
  }
  return ["| In | Does not get over |", "| --- | --- |", ...[...lines].map(([what, members]) => `| ${what} | ${members.join(", ")} |`)].join("\n")
}

const tables: Readonly<Record<string, () => string>> = {
  "a warehouse of document 1": () => table(atGateway, EnvelopeLost.rows, GatewayLost.rows),
  "a gateway of document 2A": () => table(atEnvelope, GatewayLost.rows, EnvelopeLost.rows)
}

it("the page about bridges has the tables that the protocols make", () => {
  const written = readFileSync(file, "utf8")
  const page = Object.entries(tables).reduce((text, [behind, make]) => {
    const [begin, end] = [`<!-- generated: ${behind} -->\n`, "\n<!-- end -->"]
    const from = text.indexOf(begin) + begin.length
    assert.isAbove(from, begin.length - 1, `no mark for ${behind}`)
    return text.slice(0, from) + make() + text.slice(text.indexOf(end, from))
  }, written)
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, page)
  else assert.strictEqual(written, page, "run with UPDATE_DOCS=1")
})

it("every member of an answer that does not get over has words for it", () => {
  const places = [...EnvelopeLost.rows, ...GatewayLost.rows].filter(({ side }) => side === "answered").map(({ place }) => place)
  assert.sameMembers([...new Set<string>(places)].filter((place) => !ofNeither.has(place)), Object.keys(answers))
})
