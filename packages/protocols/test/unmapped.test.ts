/**
 * The tables of what a protocol has no place for, against the protocols themselves: whatever is written and does not
 * arrive stands in them, and whatever stands in them does not arrive and is reported.
 */
import { InboundOrder, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { UnmappedFields as GatewayLost } from "../src/gateway/index.ts"
import { UnmappedFields as EnvelopeLost } from "../src/warehouse-envelope/index.ts"
import * as gateway from "./gateway/support.ts"
import { type Name, payloads, successes } from "./payloads.ts"
import * as envelope from "./warehouse-envelope/support.ts"

const names = Object.keys(payloads) as ReadonlyArray<Name>

/** Help a peer to find what it is asked for. One that needs no help loses nothing. */
const helps = ["/orders/*/warehouseOrderNumber", "/inboundOrders/*/referenceNumber", "/inboundOrders/*/type", "/cursor"]

/** What another message of the protocol tells, or the ERP itself told. */
const toldElsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  "envelope getOutboundOrders": ["warehouseCode", "onlineOrderId", "warehouseOrderNumber", "customerCode", "shippedAt", "lines", "parcels"].map((name) => `/items/*/${name}`),
  // Which page is the last; a client has cursors of its own.
  "envelope listStock": ["/nextCursor"],
  "gateway listStock": ["/nextCursor"],
  "envelope createInboundOrder": ["/referenceNumber"],
  "envelope getInboundOrders": ["/items/*/warehouseCode"],
  "gateway getOutboundOrders": ["warehouseCode", "onlineOrderId", "warehouseOrderNumber"].map((name) => `/items/*/${name}`),
  "gateway getInboundOrders": ["/items/*/warehouseCode"]
}

const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Every member that holds a value, by its value where the value is a text. */
const placesOf = (value: unknown, place = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((element) => placesOf(element, `${place}/*`))
  if (isPlain(value)) return Object.entries(value).flatMap(([name, member]) => placesOf(member, `${place}/${name}`))
  return [Redacted.isRedacted(value) || typeof value !== "string" ? place : `${place} ${value}`]
}

/** Members of the first that the second does not have, without what stands in them. */
const lost = (sent: unknown, arrived: unknown): ReadonlyArray<string> => {
  const there = new Set(placesOf(arrived))
  return [...new Set(placesOf(sent).filter((place) => !there.has(place)).map((place) => place.replace(/ .*$/s, "")))]
}

const isIn = (places: ReadonlyArray<string>) => (place: string) => places.some((each) => place === each || place.startsWith(`${each}/`))

const protocols = { envelope: { ...envelope, rows: EnvelopeLost.rows }, gateway: { ...gateway, rows: GatewayLost.rows } } as const

describe.each(Object.keys(protocols) as ReadonlyArray<keyof typeof protocols>)("%s", (protocol) => {
  const { joined, rows } = protocols[protocol]

  const round = (name: Name) => {
    const { client, kept } = joined({ answers: { [name]: () => successes[name] } })
    const call = (client as unknown as Record<Name, (payload: unknown) => Effect.Effect<unknown>>)[name]
    const read = Effect.runSync(call(payloads[name]))
    const reported = kept.findings.filter(({ message }) => /has no (member|text) in this message/.test(message)).map(({ path }) => path)
    return { arrived: kept.dispatched[0]!.payload, read, reported }
  }
  const tableOf = (name: Name, side: "asked" | "answered") =>
    [...new Set(rows.filter((row) => row.operation === name && row.side === side).map(({ place }) => place as string))]

  it.each(names)("%s: what is asked arrives, or stands in the table", (name) => {
    const missing = lost(payloads[name], round(name).arrived).filter((place) => !isIn(helps)(place))
    const table = tableOf(name, "asked")
    assert.deepStrictEqual(missing.filter((place) => !isIn(table)(place)), [])
    assert.deepStrictEqual(table.filter((row) => !missing.some(isIn([row]))), [])
  })

  it.each(names)("%s: what is answered is read, or stands in the table, or is told elsewhere", (name) => {
    const missing = lost(successes[name], round(name).read)
    const table = tableOf(name, "answered")
    const elsewhere = toldElsewhere[`${protocol} ${name}`] ?? []
    assert.deepStrictEqual(missing.filter((place) => !isIn([...table, ...elsewhere])(place)), [])
    assert.deepStrictEqual([...table, ...elsewhere].filter((row) => !missing.some(isIn([row]))), [])
  })

  it.each(names)("%s: every row of the table is reported, and nothing else is", (name) => {
    assert.sameMembers([...round(name).reported], [...tableOf(name, "asked"), ...tableOf(name, "answered")])
  })
})

it("a payload of these tests has every member", () => {
  for (const name of names) {
    const { payload } = WarehouseV1.contract.operations[name]
    assert.sameMembers(Object.keys(payloads[name]), Object.keys(payload.fields), name)
  }
  // A unit is refused and not lost.
  const fieldsOf = (line: { readonly fields: object }) => Object.keys(line.fields).filter((field) => field !== "unit")
  assert.sameMembers(Object.keys(payloads.createOutboundOrder.lines[0]), fieldsOf(OutboundOrder.OutboundLine))
  assert.sameMembers(Object.keys(payloads.createInboundOrder.lines[0]), fieldsOf(InboundOrder.InboundLine))
  assert.sameMembers(Object.keys(payloads.createOutboundOrder.receiver), Object.keys(OutboundOrder.Receiver.fields))
})
