/**
 * Faults of a call, and the code and status with which the served protocol answers each, as a table of its page.
 */
import { Json, type Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { type Described, type Instead, type Operation, withInstead } from "./Model.ts"
import { requestOf, serverOf } from "./Served.ts"

interface Fault {
  readonly title: string
  /** The operation that is called; it need not exist. Default: the first of the protocol. */
  readonly method?: string
  /** The message in place of the example, as text. */
  readonly text?: string
  /** Members in place of those of the example. */
  readonly instead?: Instead
  readonly change?: (request: Transport.Request) => Transport.Request
  /** The caller has failed its authentication too often. */
  readonly isOverLimit?: boolean
}

const withHeader = (name: string, value: string) => (request: Transport.Request): Transport.Request => ({ ...request, headers: [...request.headers.filter(([one]) => one !== name), [name, value]] })
const atPath = (from: RegExp, to: string) => (request: Transport.Request): Transport.Request => ({ ...request, url: new URL(request.url.pathname.replace(from, to), request.url) })

export const unsigned = (request: Transport.Request): Transport.Request => ({
  ...request,
  headers: request.headers.map(([name, value]): readonly [string, string] => [name, name === "sign" ? "0".repeat(40) : value]),
  body: request.body.replace(/&sign=[^&]*/, `&sign=${"0".repeat(40)}`)
})

const deep = `{"a":${"[".repeat(33)}${"]".repeat(33)}}`
const many = `{"a":[${"1,".repeat(60_000)}1]}`

/** Faults that a call of any protocol can have. */
const common = ({ contentTypes, envelope, operations }: Described): ReadonlyArray<Fault> => {
  const needing = operations.find(({ request }) => request.members.some(({ need }) => need === "required"))!.method
  const message = envelope === undefined ? "the body" : `\`${envelope.content}\``
  return [
    { title: "The operation does not exist", method: "noSuchOperation" },
    { title: "The HTTP method is not POST", change: (request) => ({ ...request, method: "GET" }) },
    { title: "The content type is another", change: withHeader("content-type", "text/xml") },
    { title: "The body is larger than 8 MiB", change: (request) => ({ ...request, body: " ".repeat(8 * 1024 * 1024 + 1) }) },
    { title: `${message} is not JSON`, text: "{" },
    { title: `${message} is JSON, but not an object`, text: "[1]" },
    { title: `${message} is empty, and the operation needs members`, method: needing, text: "" },
    { title: `${message} is more than 32 levels deep`, text: deep },
    { title: `${message} has more than 60,000 members and elements`, text: many },
    ...(contentTypes[0] === "application/json"
      ? [{ title: "A member occurs twice in the body", text: "{\"a\":1,\"a\":2}" }]
      : [{ title: "A field of the form occurs twice", change: (request: Transport.Request) => ({ ...request, body: `${request.body}&sign=1` }) }]),
    { title: "The signature is wrong", change: unsigned },
    { title: "The signature is wrong, 51st time within 60 s", change: unsigned, isOverLimit: true }
  ]
}

const ofOrders: ReadonlyArray<Fault> = [
  { title: "A required member is absent, null or `\"\"`", method: "createOrder", instead: { shopName: "" } },
  { title: "A member has another type", method: "createOrder", instead: { freight: true } },
  { title: "A text is longer than it may be", method: "createOrder", instead: { orderNumber: "S".repeat(256) } },
  { title: "A number of an order has a control character", method: "createOrder", instead: { orderNumber: "SO\t1" } },
  { title: "An amount has more than 38 digits", method: "createOrder", instead: { freight: "1".repeat(39) } },
  { title: "A value is not one of the listed ones", method: "createOrder", instead: { packageType: "PALLET" } },
  { title: "A time cannot be read", method: "createOrder", instead: { orderCreate: "soon" } },
  { title: "A list that must not be empty is", method: "createOrder", instead: { skuList: [] } },
  { title: "A member that a rule demands is missing", method: "createOrder", instead: { codEnabled: 1, codPayAmount: undefined } },
  { title: "Several members are wrong: the first is named in full, the others by their places", method: "createOrder", instead: { freight: true, shopName: undefined } },
  { title: "A page number is 0", method: "syncInventory", instead: { page: 0 } },
  { title: "A page is larger than 1000", method: "syncInventory", instead: { pageSize: 1001 } }
]

const faultsBy: Readonly<Record<string, ReadonlyArray<Fault>>> = {
  "warehouse-envelope": ofOrders,
  gateway: [
    { title: "The path has another version", change: atPath(/\/v1\//, "/v2/") },
    { title: "A header of the protocol occurs twice with different values", change: (request) => ({ ...request, headers: [...request.headers, ["appKey", "other"]] }) },
    { title: "`authInfo` cannot be read", change: withHeader("authInfo", "x") },
    { title: "`apiUrl` is not allowed", change: withHeader("apiUrl", "https://elsewhere.example") },
    { title: "A warehouse key does not belong to the caller", method: "createOrder", instead: { warehouseKey: "k9" } },
    { title: "One of several warehouse keys does not", method: "cancelOrder", instead: { warehouseKey: ["k1", "k9"] } },
    ...ofOrders
  ],
  "platform-envelope": [
    { title: "The path and `method` name different operations", method: "getOrder", change: atPath(/getOrder$/, "getProduct") },
    { title: "A required member is absent, null or `\"\"`", method: "readyToShip", instead: { onlineOrderId: "" } },
    { title: "The window of time ends before it begins", method: "getOrder", instead: { onlineOrderIdList: undefined, updateTimeStart: 1_767_312_000_000, updateTimeEnd: 1_767_225_600_000 } }
  ],
  "erp-open-api": [
    { title: "The operation belongs to the other path", method: "QUERY_ASN_LIST", change: atPath(/\/asn$/, "/inventory") },
    { title: "A required member is absent, null or `\"\"`", method: "CREATE_ASN_ORDER", instead: { warehouseName: "" } },
    { title: "A page is larger than it may be", method: "QUERY_ASN_LIST", instead: { pageSize: 201 } }
  ]
}

const unknownOf = (first: Operation, method: string): Operation => ({ ...first, method, path: first.path.replace(/\/[^/]*$/, (last) => (last === `/${first.method}` ? `/${method}` : last)) })

/** The code of a refusal and the pointer behind it, wherever the protocol writes them. */
const refusalIn = (body: string): { readonly code: string; readonly path: string } | undefined => {
  const { errorCode, errorMsg, message } = JSON.parse(body) as Readonly<Record<string, string | undefined>>
  const text = errorMsg ?? message ?? ""
  if (errorCode !== undefined && errorCode !== "") return { code: errorCode, path: /(?:^|: )(\/[\w/]+)/.exec(text)?.[1] ?? "" }
  const [, code, path = ""] = /^([A-Z_0-9]+): (?:(\/[^:\s]*): )?/.exec(text) ?? []
  return code === undefined ? undefined : { code, path }
}

const rowOf = (protocol: Described, fault: Fault) => {
  const { change = (request) => request, instead, isOverLimit, text, title } = fault
  const [first] = protocol.operations
  const method = fault.method ?? first!.method
  const operation = protocol.operations.find((one) => one.method === method) ?? unknownOf(first!, method)
  const message = text ?? Json.stringify(withInstead(operation.examples.request, instead))
  const serve = serverOf(protocol, { mayFail: () => Effect.succeed(isOverLimit !== true) })
  return Effect.map(serve(change(requestOf(protocol, operation, message))), ({ body, status }) => {
    const refusal = refusalIn(body)
    if (refusal === undefined) throw new Error(`${protocol.name}: "${title}" is not refused: ${body}`)
    const { code, path } = refusal
    return `| ${title[0]!.toUpperCase()}${title.slice(1)} | ${status} | \`${code}\` | ${path === "" ? "" : `\`${path}\``} |`
  })
}

/** The faults of a protocol as a part of its page. */
export const faultsOf = (protocol: Described): Effect.Effect<string> =>
  Effect.andThen(TestClock.setTime(1_767_225_600_000), Effect.map(
    Effect.forEach([...common(protocol), ...faultsBy[protocol.name]!], (fault) => rowOf(protocol, fault)),
    (rows) => ["| Fault | HTTP status | Code | Where |", "| --- | --- | --- | --- |", ...rows].join("\n")
  ))
