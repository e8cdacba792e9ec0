/**
 * Calls that a server refuses, and what it answers, taken from the served protocol.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { answersWithStatus, unsigned } from "./Faults.ts"
import type { Described, Operation } from "./Model.ts"
import { requestOf, serverOf } from "./Served.ts"

interface Refused {
  readonly title: string
  readonly method: string
  /** Members in place of those of the example; undefined takes one away. */
  readonly instead?: Readonly<Record<string, Json.Json | undefined>>
  readonly change?: (request: Transport.Request) => Transport.Request
}

const refusedBy: Readonly<Record<string, ReadonlyArray<Refused>>> = {
  "warehouse-envelope": [
    { title: "A required member is missing", method: "createOrder", instead: { warehouseCode: undefined } },
    { title: "A member has another type", method: "createOrder", instead: { freight: true } },
    { title: "A page number is 0", method: "syncInventory", instead: { page: 0 } },
    { title: "The signature is wrong", method: "cancelOrder", change: unsigned }
  ],
  gateway: [
    { title: "A required member is missing", method: "createOrder", instead: { warehouseCode: undefined } },
    { title: "A member has another type", method: "createOrder", instead: { freight: true } },
    { title: "A page number is 0", method: "syncInventory", instead: { page: 0 } },
    { title: "The signature is wrong", method: "getOrder", change: unsigned }
  ],
  "platform-envelope": [
    { title: "A required member is missing", method: "readyToShip", instead: { onlineOrderId: undefined } },
    { title: "The window of time ends before it begins", method: "getOrder", instead: { updateTimeStart: 1_767_312_000_000, updateTimeEnd: 1_767_225_600_000 } },
    { title: "The window has no end", method: "getOrder", instead: { updateTimeEnd: undefined } },
    { title: "The signature is wrong", method: "getOrder", change: unsigned }
  ],
  "erp-open-api": [
    { title: "A required member is missing", method: "CREATE_ASN_ORDER", instead: { warehouseName: undefined } },
    { title: "The window of time has no end", method: "QUERY_ASN_LIST", instead: { timeEnd: undefined } },
    { title: "A page has more records than a page may have", method: "QUERY_ASN_LIST", instead: { pageSize: 201 } },
    { title: "The signature is wrong", method: "CANCEL_ASN_ORDER", change: unsigned }
  ]
}

const withoutIds = (text: string): string => text.replace(/("requestId":")[^"]*/, "$10d5c1f7e-0f3c-4c0a-9a55-6c7a2a4f8b11")

const answerTo = (protocol: Described, operation: Operation, { change = (request) => request, instead = {}, title }: Refused) => {
  const message = Object.fromEntries(Object.entries({ ...operation.examples.request, ...instead }).filter(([, value]) => value !== undefined)) as Json.JsonObject
  return Effect.map(serverOf(protocol)(change(requestOf(protocol, operation, Json.stringify(message)))), ({ body, status }) =>
    `${title} (\`${operation.method}\`): HTTP ${status}\n\n\`\`\`json\n${withoutIds(body)}\n\`\`\``)
}

/** The refusals of which HTTP tells too, with the header fields that belong to them. */
const withStatus = (protocol: Described) =>
  Effect.map(answersWithStatus(protocol), (answers) => answers.map(({ body, headers, status, title }) => {
    const fields = headers.flatMap(([name, value]) => (name === "content-type" ? [] : [`\`${name}: ${value}\``]))
    return `${title}: HTTP ${[status, ...fields].join(", ")}\n\n\`\`\`json\n${withoutIds(body)}\n\`\`\``
  }))

/** The refusals of a protocol as a part of its page. */
export const refusalsOf = (protocol: Described): Effect.Effect<string> =>
  Effect.gen(function*() {
    yield* TestClock.setTime(1_767_225_600_000)
    const refused = yield* Effect.forEach(refusedBy[protocol.name]!, (one) => answerTo(protocol, protocol.operations.find(({ method }) => method === one.method)!, one))
    return [...refused, ...(yield* withStatus(protocol))].join("\n\n")
  })
