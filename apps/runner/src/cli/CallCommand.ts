/**
 * `call`: sends one signed request, as an ERP does.
 */
import { Json, Transport } from "@crossdock/core"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { invocation } from "../LaunchCommand.ts"
import { ProblemShown, unreachable, usage } from "./CommandErrors.ts"
import { contentOf, type Example } from "../examples/WarehouseExamples.ts"
import { contentArgument, given as member } from "./Flags.ts"
import * as Input from "./Input.ts"
import * as OpenApiCall from "./OpenApiCall.ts"
import { answerJson, plain, remark } from "./Output.ts"
import { accessId, secret, secretOf } from "./CallCredentials.ts"
import * as SignedRequest from "./SignedRequest.ts"
import { urlOf } from "./ServiceUrl.ts"

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

/** Generates an order number such as `SO-20261120-103015-X7K` that is not in use. */
const freshNumber = Effect.fnUntraced(function*(prefix: string) {
  const now = DateTime.formatIso(yield* DateTime.now)
  const tail = yield* Effect.forEach([1, 2, 3], () => Random.nextIntBetween(0, letters.length, { halfOpen: true }))
  return `${prefix}-${now.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-${tail.map((at) => letters[at]).join("")}`
})

const exampleOf = Effect.fnUntraced(function*(known: Readonly<Record<string, Example>>, method: string, number: Option.Option<string>) {
  const example = Object.hasOwn(known, method) ? known[method] : undefined
  if (example === undefined) {
    return yield* Effect.fail(usage(`there is no example of ${JSON.stringify(method)}; choose one of: ${Object.keys(known).join(", ")}`))
  }
  if (example.needsNumber === true && Option.isNone(number)) {
    return yield* Effect.fail(usage(`${method} needs the number of an existing order; give it with --number`))
  }
  const fresh = Option.isSome(number) ? number.value : yield* freshNumber(example.newNumber ?? "SO")
  return { content: contentOf(example, { number: fresh }), number: fresh, isNew: example.newNumber !== undefined }
})

interface Answered {
  readonly status: number
  readonly requestId: string | undefined
  readonly tookMillis: number
  readonly body: string
}

const send = Effect.fnUntraced(function*(request: SignedRequest.Request) {
  const transport = yield* Transport.Transport
  const started = yield* Clock.currentTimeMillis
  const response = yield* transport.send({ method: "POST", ...request, timeout: "60 seconds" })
  const answered: Answered = {
    status: response.status,
    requestId: Transport.header(response.headers, "x-request-id"),
    tookMillis: (yield* Clock.currentTimeMillis) - started,
    body: response.body
  }
  return answered
})

/** The `success` member of a response body; undefined if the body is not JSON or has no such member. */
export const successOf = (body: string): boolean | undefined => {
  const read = Json.parse(body)
  if (Result.isFailure(read) || !Json.isObject(read.success)) return undefined
  const { success } = read.success
  return success === true || success === "true" ? true : success === false || success === "false" ? false : undefined
}

const pretty = (body: string): string => {
  const read = Json.parse(body)
  return Result.isSuccess(read) ? JSON.stringify(read.success, null, 2) : plain(body.slice(0, 2000))
}

/** Loaded here because no other command needs undici. */
const transport = Effect.map(Effect.promise(() => import("@crossdock/transport-undici")), ({ layer }) => layer({ timeout: "60 seconds" }))

type Chosen = Readonly<Record<Exclude<keyof typeof SignedRequest.protocols, "warehouse"> | "asJson" | "form", boolean>>

/** The protocol that the flags choose. */
const protocolOf = Effect.fnUntraced(function*(given: Chosen) {
  const chosen = (["gateway", "platform", "openApi"] as const).filter((name) => given[name])
  const protocol: SignedRequest.Protocol = SignedRequest.protocols[chosen[0] ?? "warehouse"]
  if (chosen.length > 1) {
    return yield* Effect.fail(usage(`${chosen.map((name) => SignedRequest.protocols[name].flag).join(" and ")} cannot be combined; give one of them`))
  }
  if (given.asJson && given.form) return yield* Effect.fail(usage("--form and --as-json cannot be combined; give one of them"))
  if (protocol.refuses !== undefined && given[protocol.refuses.flag]) return yield* Effect.fail(usage(protocol.refuses.message))
  return protocol
})

/** Splits a header such as `accessToken: at`. */
const headerOf = (text: string) => {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text) ?? []
  return name === undefined || value === undefined
    ? Effect.fail(usage("a --header is not valid; write its name, a colon and an ASCII text, such as 'accessToken: at'"))
    : Effect.succeed([name, value] as const)
}

export const call = Command.make("call", {
  method: Argument.String("method").pipe(Argument.withDescription("Method of the protocol, such as createOrder, getOrder or warehouses")),
  contentArgument,
  content: Flag.String("content").pipe(Flag.withDescription("The content; use it instead of the argument"), Flag.optional),
  url: Flag.String("url").pipe(
    Flag.withDescription("Address to send to (default: the runner at HOST and PORT, else CROSSDOCK_PUBLIC_URL, else http://127.0.0.1:8080, followed by the path of the protocol)"),
    Flag.optional
  ),
  gateway: Flag.Boolean("gateway").pipe(Flag.withoutNegation, Flag.withDescription("Call the warehouse gateway (document 2A); --access-id is then the appKey"), Flag.withDefault(false)),
  platform: Flag.Boolean("platform").pipe(Flag.withoutNegation, Flag.withDescription("Call the platform interface of a shop (document 2B)"), Flag.withDefault(false)),
  openApi: Flag.Boolean("open-api").pipe(Flag.withoutNegation, Flag.withDescription("Call the ERP open API (document 3): the method is a service type, --access-id the appId, the content bizParam"), Flag.withDefault(false)),
  accessId,
  secret,
  asJson: Flag.Boolean("as-json").pipe(Flag.withoutNegation, Flag.withDescription("Send the envelope as JSON"), Flag.withDefault(false)),
  form: Flag.Boolean("form").pipe(Flag.withoutNegation, Flag.withDescription("Send the envelope as a form (default, but multipart/form-data with --open-api)"), Flag.withDefault(false)),
  header: Flag.String("header").pipe(
    Flag.withDescription("A further header, such as 'accessToken: at'; it is not signed, and the flag can be repeated"),
    Flag.withMetavar("name: value"),
    Flag.atLeast(0)
  ),
  example: Flag.Boolean("example").pipe(Flag.withoutNegation, Flag.withDescription("Send a valid example for the sandbox, with a new number"), Flag.withDefault(false)),
  number: Flag.String("number").pipe(Flag.withDescription("The order or ASN number that the example uses"), Flag.optional),
  print: Flag.Boolean("print").pipe(Flag.withoutNegation, Flag.withDescription("Print the signed request and do not send it"), Flag.withDefault(false)),
  asCurl: Flag.Boolean("as-curl").pipe(Flag.withoutNegation, Flag.withDescription("Print the signed request as a curl command and do not send it"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  const protocol = yield* protocolOf(given)
  const headers = yield* Effect.forEach(given.header, headerOf)
  const example = given.example ? yield* exampleOf(protocol.examples, given.method, given.number) : undefined
  const written = Option.isSome(given.content) ? given.content : given.contentArgument
  if (example !== undefined && Option.isSome(written)) return yield* Effect.fail(usage("--example brings its own content; remove yours"))
  const content = example?.content ?? (yield* Input.readOptional(written)) ?? ""
  const url = yield* urlOf(given.url, protocol.service(given.method))
  const key = yield* secretOf(given.secret, given.accessId)
  const { asJson, form, method } = given
  const signed = protocol.request({ url, method, accessId: given.accessId, content, key, now: yield* Clock.currentTimeMillis, asJson, form })
  const request = { ...signed, headers: [...signed.headers, ...headers] }
  if (given.asCurl) return yield* Console.log(SignedRequest.asCurl(request))
  if (given.print) return yield* Console.log(request.printed ?? SignedRequest.asHttp(request))
  if (example !== undefined) yield* remark(`sending ${content === "" ? "no content" : content}`)
  const answered = yield* send(request).pipe(
    Effect.provide(yield* transport),
    Effect.mapError((failure) =>
      failure.phase === "connect"
        ? unreachable(`no service answers at ${url.origin}. Start the runner with ${invocation.start}, or give its address with --url or PORT`)
        : unreachable(`${url.origin} received the request and did not answer. Send it again with the same content: a create is not carried out twice`))
  )
  const judged: OpenApiCall.Judged = given.openApi ? OpenApiCall.judge(answered.body) : member("success", successOf(answered.body))
  const read = Json.parse(answered.body)
  yield* remark(`HTTP ${answered.status} in ${answered.tookMillis} ms${answered.requestId === undefined ? "" : `, request id ${plain(answered.requestId)}`}`)
  yield* answerJson({
    status: answered.status,
    ...member("requestId", answered.requestId),
    tookMillis: answered.tookMillis,
    success: judged.success ?? null,
    answer: Result.isSuccess(read) ? read.success : answered.body,
    ...member("content", judged.content)
  }, () => pretty(OpenApiCall.shown(answered.body, judged)))
  if (judged.refusal !== undefined) yield* remark(plain(judged.refusal))
  if (judged.success !== true) return yield* Effect.fail(new ProblemShown())
  if (example?.isNew === true && !given.openApi) yield* remark(`to see where the order is: crossdock orders show ${example.number}`)
})).pipe(
  Command.withDescription(
    "Send one signed request, as an ERP does, and print the response. The request follows the warehouse envelope protocol\n" +
      "  (document 1), with --gateway or --platform one of the protocols of document 2, or with --open-api the ERP open API\n" +
      "  (document 3). The content is signed and sent exactly as you give it. With --url and the path of a callback it plays a\n" +
      "  warehouse or a shop. Exit code 1: the response states a failure; 3: no service answers."
  ),
  Command.withShortDescription("Send one signed request, as an ERP does"),
  Command.withExamples([
    { command: "crossdock call createOrder --example", description: "A valid order for the sandbox, with a new number" },
    { command: "crossdock call createOrder --example --print", description: "Show the signed envelope without sending it" },
    { command: "crossdock call warehouses", description: "A request without content" },
    { command: "crossdock call createOrder --example --as-curl", description: "Show it as a curl command without sending it" },
    { command: "crossdock call createOrder --gateway --example", description: "The same order, through the gateway" },
    { command: "crossdock call initWarehouses '{\"warehouseKey\":\"sandbox\"}' --gateway" },
    { command: "crossdock call getOrder --platform --example", description: "The orders of the shop of the sandbox" },
    { command: "crossdock call CREATE_ASN_ORDER --open-api --example", description: "An inbound order in the books of an ERP" },
    { command: "crossdock call QUERY_ASN_LIST '{\"page\":1,\"pageSize\":100}' --open-api" },
    { command: "crossdock call getOrder '{\"orderNumber\":\"SO-1001\"}'" },
    { command: "crossdock call createOrder @order.json --as-json", description: "The content of a file, in a JSON envelope" },
    { command: "CROSSDOCK_CALL_SECRET=s3cr3t crossdock call warehouses --access-id acc-1 --url https://wms.example/api", description: "Another service, with other credentials" }
  ])
)
