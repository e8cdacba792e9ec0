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
  /** It is answered with an HTTP status of its own, whose body the page shows too. */
  readonly hasOwnStatus?: boolean
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
    { title: "The HTTP method is not POST", hasOwnStatus: true, change: (request) => ({ ...request, method: "GET" }) },
    { title: "The content type is another", hasOwnStatus: true, change: withHeader("content-type", "text/xml") },
    { title: "The body is larger than 8 MiB", hasOwnStatus: true, change: (request) => ({ ...request, body: " ".repeat(8 * 1024 * 1024 + 1) }) },
    { title: `${message} is not JSON`, text: "{" },
    { title: `${message} is JSON, but not an object`, text: "[1]" },
    { title: `${message} is empty, and the operation needs members`, method: needing, text: "" },
    { title: `${message} is more than 32 levels deep`, text: deep },
    { title: `${message} has more than 60,000 members and elements`, text: many },
    ...(contentTypes[0] === "application/json"
      ? [{ title: "A member occurs twice in the body", hasOwnStatus: true, text: "{\"a\":1,\"a\":2}" }]
      : [
        { title: "A field of the form occurs twice", hasOwnStatus: true, change: (request: Transport.Request) => ({ ...request, body: `${request.body}&sign=1` }) },
        { title: `A member occurs twice in one object of ${message}`, text: "{\"a\":{\"b\":1,\"b\":2}}" }
      ]),
    { title: "The signature is wrong", change: unsigned },
    { title: "The signature is wrong, 51st time within 60 s", hasOwnStatus: true, change: unsigned, isOverLimit: true }
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
    { title: "A header of the protocol occurs twice with different values", change: (request) => ({ ...request, headers: [...request.headers, ["accessToken", "one"], ["accessToken", "other"]] }) },
    { title: "`authorJson` cannot be read", change: withHeader("authorJson", "x") },
    { title: "`apiUrl` is not allowed", change: withHeader("apiUrl", "https://elsewhere.example") },
    { title: "The account has no shop on the platform", method: "initLogistics", instead: { platform: "OTHER" } },
    { title: "The account has no shop of this `shopId`", method: "initLogistics", instead: { shopId: 2 } },
    { title: "`onlineShopId` is that of another shop", method: "initLogistics", instead: { onlineShopId: "S-2" } },
    { title: "A required member is absent, null or `\"\"`", method: "readyToShip", instead: { onlineOrderId: "" } },
    { title: "An element of a list is null", method: "getOrder", instead: { onlineOrderIdList: [null] } },
    { title: "A member has another type", method: "updateInventory", instead: { onlineStock: true } },
    { title: "A number of a page is a text that is no number", method: "getOrder", instead: { pageNo: "one" } },
    { title: "A code is longer than 255 characters", method: "readyToShip", instead: { trackingNumber: "T".repeat(256) } },
    { title: "A text has more than 65,536 bytes", method: "cancelLogisticsOrder", instead: { cancelReason: "x".repeat(65_537) } },
    { title: "A list has more than 10,000 elements", method: "getOrder", instead: { onlineOrderIdList: Array.from({ length: 10_001 }, () => "P-1") } },
    { title: "A number of an order has a control character", method: "readyToShip", instead: { onlineOrderId: "P\t1" } },
    { title: "A number is below 0", method: "initLogistics", instead: { shopId: -1 } },
    { title: "A value is not one of the listed ones", method: "pushAuthorizationInfo", instead: { status: "CLOSED" } },
    { title: "`webHookUrl` is not https, or has a user", method: "pushAuthorizationInfo", instead: { webHookUrl: "http://erp.example/push" } },
    { title: "A time cannot be read", method: "getOrder", instead: { updateTimeStart: "soon" } },
    { title: "A list that must not be empty is", method: "readyToShip", instead: { onlineOrderItemList: [] } },
    { title: "The window of time ends before it begins", method: "getOrder", instead: { updateTimeStart: 1_767_312_000_000, updateTimeEnd: 1_767_225_600_000 } },
    { title: "One of the two times is missing", method: "getOrder", instead: { updateTimeEnd: undefined } },
    { title: "Nothing is selected", method: "getOrder", instead: { onlineOrderIdList: undefined, updateTimeStart: undefined, updateTimeEnd: undefined } },
    { title: "Neither an order nor a package is named", method: "getTrackingInfo", instead: { onlineOrderId: undefined, packageNumber: undefined } },
    { title: "Several members are wrong: the first of the table is named in full, the others by their places", method: "readyToShip", instead: { onlineOrderId: undefined, trackingNumber: true } },
    { title: "A page number is 0", method: "getOrder", instead: { pageNo: 0 } },
    { title: "A page is larger than 1000", method: "getOrder", instead: { PageSize: 1001 } }
  ],
  "erp-open-api": [
    { title: "The operation belongs to the other path", method: "QUERY_ASN_LIST", change: atPath(/\/asn$/, "/inventory") },
    { title: "A required member is absent, null or `\"\"`", method: "CREATE_ASN_ORDER", instead: { warehouseName: "" } },
    { title: "A page is larger than it may be", method: "QUERY_ASN_LIST", instead: { pageSize: 201 } }
  ]
}

/** An operation that does not exist, at the path and under the name of the first one. */
export const unknownOf = (first: Operation, method: string): Operation => ({ ...first, method, path: first.path.replace(/\/[^/]*$/, (last) => (last === `/${first.method}` ? `/${method}` : last)) })

/** The code of a refusal and the pointer behind it, wherever the protocol writes them. */
export const refusalIn = (body: string): { readonly code: string; readonly path: string } | undefined => {
  const { errorCode, errorMsg, message } = JSON.parse(body) as Readonly<Record<string, string | undefined>>
  const text = errorMsg ?? message ?? ""
  if (errorCode !== undefined && errorCode !== "") return { code: errorCode, path: /(?:^|: )(\/[\w/]+)/.exec(text)?.[1] ?? "" }
  const [, code, path = ""] = /^([A-Z_0-9]+): (?:(\/[^:\s]*): )?/.exec(text) ?? []
  return code === undefined ? undefined : { code, path }
}

const answerTo = (protocol: Described, fault: Fault): Effect.Effect<Transport.Response> => {
  const { change = (request) => request, instead, isOverLimit, text } = fault
  const [first] = protocol.operations
  const method = fault.method ?? first!.method
  const operation = protocol.operations.find((one) => one.method === method) ?? unknownOf(first!, method)
  const message = text ?? Json.stringify(withInstead(operation.examples.request, instead))
  const serve = serverOf(protocol, { mayFail: () => Effect.succeed(isOverLimit !== true) })
  return serve(change(requestOf(protocol, operation, message)))
}

const rowOf = (protocol: Described, fault: Fault) => {
  const { title } = fault
  return Effect.map(answerTo(protocol, fault), ({ body, status }) => {
    const refusal = refusalIn(body)
    if (refusal === undefined) throw new Error(`${protocol.name}: "${title}" is not refused: ${body}`)
    const { code, path } = refusal
    return `| ${title[0]!.toUpperCase()}${title.slice(1)} | ${status} | \`${code}\` | ${path === "" ? "" : `\`${path}\``} |`
  })
}

/** The answers to faults that have an HTTP status of their own, each with its title. */
export const answersWithStatus = (protocol: Described): Effect.Effect<ReadonlyArray<Transport.Response & { readonly title: string }>> =>
  Effect.forEach(common(protocol).filter(({ hasOwnStatus }) => hasOwnStatus === true), (fault) => Effect.map(answerTo(protocol, fault), (response) => ({ ...response, title: fault.title })))

/** The faults of a protocol as a part of its page. */
export const faultsOf = (protocol: Described): Effect.Effect<string> =>
  Effect.andThen(TestClock.setTime(1_767_225_600_000), Effect.map(
    Effect.forEach([...common(protocol), ...faultsBy[protocol.name]!], (fault) => rowOf(protocol, fault)),
    (rows) => ["| Fault | HTTP status | Code | Where |", "| --- | --- | --- | --- |", ...rows].join("\n")
  ))
