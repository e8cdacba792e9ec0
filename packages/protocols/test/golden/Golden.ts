/**
 * The golden files: one for each operation of each protocol, with the text on the wire on one side and the values of the model on the other.
 * Each direction is compared with the file, so a client and a server that make the same mistake do not agree with it.
 */
import { BooksV1 } from "@crossdock/books"
import { InboundOrder, Json, OutboundOrder, PlatformOrder, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import * as books from "../../src/erp-open-api/Messages/All.ts"
import * as GatewayCancel from "../../src/gateway/Messages/CancelOrder.ts"
import * as gateway from "../../src/gateway/Messages/All.ts"
import { Exchange } from "../../src/kit/index.ts"
import * as platform from "../../src/platform-envelope/Messages/All.ts"
import * as PushOrder from "../../src/platform-envelope/Messages/PushOrder.ts"
import type * as TokenMessages from "../../src/platform-envelope/Messages/Tokens.ts"
import * as Tokens from "../../src/platform-envelope/Tokens.ts"
import { Profile as BooksProfile } from "../../src/erp-open-api/index.ts"
import { Profile as EnvelopeProfile } from "../../src/warehouse-envelope/index.ts"
import { Profile as GatewayProfile } from "../../src/gateway/index.ts"
import { Profile as PlatformProfile } from "../../src/platform-envelope/index.ts"
import * as envelope from "../../src/warehouse-envelope/Messages/All.ts"
import * as PushAsnInfo from "../../src/warehouse-envelope/Messages/PushAsnInfo.ts"
import * as PushOrderInfo from "../../src/warehouse-envelope/Messages/PushOrderInfo.ts"
import { Context, read, type Table, write } from "../../src/wire/index.ts"

/** One message of an operation. */
export interface Side {
  readonly table: Table.Table
  /** The model of a message that was read, as JSON. `about` is the model of the request, which answers belong to. */
  readonly modelOf: (value: object, about: unknown) => Json.Json
  /** The value to write for a model. `asked` is the request as it was read. */
  readonly valueOf: (model: Json.Json, about: unknown, asked: object) => object
}

export interface Subject {
  readonly protocol: string
  readonly method: string
  readonly profile: Context.Profile
  readonly request: Side
  readonly answer: Side
  /** The payload of the request from its JSON. */
  readonly payloadOf: (model: Json.Json) => unknown
}

/** A message as the file has it. `written` is absent where a writer writes exactly what was read. */
export interface Pair {
  readonly wire: Json.JsonObject
  readonly model: Json.Json
  readonly written?: Json.JsonObject
}

export interface Case {
  readonly request: Pair
  readonly answer: Pair
}

type Codec = Schema.Codec<unknown, Json.Json>

const codecOf = (schema: Schema.Top) => {
  const codec = Schema.toCodecJson(schema as unknown as Schema.Codec<unknown, unknown>) as unknown as Codec
  return { encode: Schema.encodeSync(codec), decode: Schema.decodeSync(codec) }
}

const keys: Exchange.Keys = ["W-KEY-1"]

/** What the connection knows of its shop, which the client adds to each request. */
const shop = { platform: "text-platform", shopId: "900001", onlineShopId: "text-online-shop", customerId: "900002" }

type Any = Exchange.AnyExchange<string>

interface Contract {
  readonly operations: Readonly<Record<string, { readonly payload: Schema.Top; readonly success: Schema.Top }>>
}

/** The model of an answer; of one that names a failure, the words of the failure. */
const answeredAs = (answered: unknown, encode: (success: never) => Json.Json): Json.Json => {
  if (answered instanceof Exchange.Invalid) throw new Error(answered.message)
  return answered instanceof Exchange.Failed ? { failed: answered.text } : encode(answered as never)
}

const subjectOf = (protocol: string, profile: Context.Profile, { operations }: Contract, common: object) => (exchange: Any): Subject => {
  const { payload, success } = operations[exchange.operation]!
  const [ofPayload, ofSuccess] = [codecOf(payload), codecOf(success)]
  return {
    protocol,
    method: exchange.method,
    profile,
    payloadOf: ofPayload.decode,
    request: {
      table: exchange.request,
      modelOf: (value) => ofPayload.encode(exchange.toPayload(value as never, profile as never)),
      valueOf: (model) => ({ ...common, ...exchange.fromPayload(ofPayload.decode(model) as never, keys as never, profile as never) as object })
    },
    answer: {
      table: exchange.answer,
      modelOf: (value, about) => answeredAs(exchange.fromAnswer(value as never, about as never, 0 as never, profile as never), ofSuccess.encode),
      valueOf: (model, about, asked) => exchange.toAnswer(ofSuccess.decode(model) as never, about as never, profile as never, asked as never) as object
    }
  }
}

const isOk: Pick<Side, "modelOf" | "valueOf"> = { modelOf: (value) => ({ success: (value as { readonly success?: boolean }).success === true }), valueOf: () => ({ success: true }) }

/** A message that is one value of the model, such as a callback. */
const pushOf = (
  protocol: string,
  profile: Context.Profile,
  method: string,
  schema: Schema.Top,
  { answer, fromWire, request, toWire }: {
    readonly request: Table.Table
    readonly answer: Table.Table
    readonly fromWire: (value: never) => unknown
    readonly toWire: (model: never) => object
  },
  answered: Pick<Side, "modelOf" | "valueOf"> = isOk
): Subject => {
  const { decode, encode } = codecOf(schema)
  return {
    protocol,
    method,
    profile,
    payloadOf: decode,
    request: { table: request, modelOf: (value) => encode(fromWire(value as never)), valueOf: (model) => toWire(decode(model) as never) },
    answer: { table: answer, ...answered }
  }
}

const cancels: Subject = {
  protocol: "gateway",
  method: GatewayCancel.cancelOrder.method,
  profile: GatewayProfile.defaults,
  payloadOf: (model) => model,
  request: {
    table: GatewayCancel.request,
    modelOf: (value) => GatewayCancel.toPayloads(value as never) as unknown as Json.Json,
    valueOf: (model) => GatewayCancel.toWire(model as never, keys)
  },
  answer: {
    table: GatewayCancel.written,
    modelOf: (value) => {
      const { results } = (value as { readonly result: { readonly results: ReadonlyArray<{ readonly orderNumber: string }> } }).result
      return results.map(({ orderNumber }) => ({ orderNumber, failure: GatewayCancel.failureOf(value as never, orderNumber) ?? null }))
    },
    valueOf: (model) => {
      const items = (model as ReadonlyArray<{ readonly orderNumber: string; readonly failure: string | null }>)
        .map(({ failure, orderNumber }) => ({ orderNumber, ...(failure !== null && { failure: { code: "REJECTED", message: failure } }) }))
      return GatewayCancel.served.toAnswer(items as never, undefined as never, undefined as never, undefined as never) as object
    }
  }
}

const secrets = ["code", "accessToken", "refreshToken"]

/** The values of a token exchange with their secrets as texts, and back. */
const revealed = (value: object): Json.JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, Redacted.isRedacted(member) ? Redacted.value(member) as string : member]))
const redacted = (model: Json.Json): object =>
  Object.fromEntries(Object.entries(model as object).map(([name, member]) => [name, secrets.includes(name) ? Redacted.make(member) : member]))

const tokensOf = (method: "getToken" | "refreshToken"): Subject => {
  const { served } = Tokens.serving(method, { getToken: undefined as never, refreshToken: undefined as never })
  const { onlineShopId, platform: named } = shop
  return {
    protocol: "platform-envelope",
    method,
    profile: PlatformProfile.defaults,
    payloadOf: redacted,
    request: {
      table: served.request,
      modelOf: (value) => revealed(served.toPayload(value as never, undefined as never) as object),
      valueOf: (model) => {
        const { refreshToken: token, ...asked } = model as Json.JsonObject
        return { platform: named, onlineShopId, ...asked, ...(token !== undefined && { refresh_token: token }) }
      }
    },
    answer: {
      table: served.answer,
      modelOf: (value) => revealed(Tokens.fromWire(value as TokenMessages.Answer)),
      valueOf: (model) => served.toAnswer(redacted(model) as never, undefined as never, undefined as never, undefined as never) as object
    }
  }
}

const { defaults: ofPlatform } = PlatformProfile
const { defaults: ofEnvelope } = EnvelopeProfile

const pushedOrder = pushOf("platform-envelope", ofPlatform, PushOrder.method, PlatformOrder.PlatformOrder, PushOrder, {
  modelOf: (value) => {
    const { success: _, ...named } = value as Json.JsonObject
    return named
  },
  valueOf: (_, __, asked) => PushOrder.answered.plain.toAnswer(undefined, undefined, undefined, asked as never)
})

/** Every operation and callback of the four protocols. */
export const subjects: ReadonlyArray<Subject> = [
  ...envelope.all.map(subjectOf("warehouse-envelope", ofEnvelope, WarehouseV1.contract, {})),
  pushOf("warehouse-envelope", ofEnvelope, PushOrderInfo.method, OutboundOrder.OutboundReport, { ...PushOrderInfo, request: PushOrderInfo.content }),
  pushOf("warehouse-envelope", ofEnvelope, PushAsnInfo.method, InboundOrder.InboundProgress, { ...PushAsnInfo, request: PushAsnInfo.content }),
  ...gateway.all.map(subjectOf("gateway", GatewayProfile.defaults, WarehouseV1.contract, {})),
  cancels,
  ...platform.all.map(subjectOf("platform-envelope", ofPlatform, PlatformV1.contract, shop)),
  tokensOf("getToken"),
  tokensOf("refreshToken"),
  pushedOrder,
  ...books.all.map(subjectOf("erp-open-api", BooksProfile.defaults, BooksV1.contract, {}))
]

const folder = new URL(".", import.meta.url)

const fileOf = ({ method, protocol }: Subject): URL => new URL(`${protocol}/${method}.json`, folder)

const parsed = (file: URL): Json.Json => Result.getOrThrow(Json.parse(readFileSync(file, "utf8")))

const known = new Map<Subject, ReadonlyArray<Case>>()

/** The cases of the golden file of a subject. */
export const casesOf = (subject: Subject): ReadonlyArray<Case> => {
  const cases = known.get(subject) ?? parsed(fileOf(subject)) as never
  known.set(subject, cases)
  return cases
}

/** The words of each set by protocol and `table.member`: what each word of the model is on the wire, the written one first. */
export const words = (): Json.Json => parsed(new URL("words.json", folder))

/** The names of all golden files, as `protocol/method`. */
export const files = (): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /[\\/].+\.json$/.test(name)).map((name) => name.replaceAll("\\", "/").slice(0, -".json".length))

const sorted = (json: Json.Json): Json.Json =>
  Array.isArray(json)
    ? json.map(sorted)
    : Json.isObject(json)
    ? Object.fromEntries(Object.entries(json).toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, sorted(member)]))
    : json

/** The text of a value with its digits as they are, whatever the order of its members. */
const textOf = (json: Json.Json): string => Json.stringify(sorted(json))

const readOf = ({ table }: Side, profile: Context.Profile, json: Json.Json): object => {
  const { problems, value } = read(table, json, { ...Context.standard, profile })
  if (value === undefined) throw new Error(`${table.name} is refused: ${JSON.stringify(problems)}`)
  return value
}

const writtenBy = ({ table }: Side, profile: Context.Profile, value: object): Json.JsonObject => {
  const { json, problems } = write(table, value as never, { ...Context.standard, profile })
  if (json === undefined) throw new Error(`${table.name} cannot be written: ${JSON.stringify(problems)}`)
  return json
}

/** Changes the text of a message on its way. */
export type Way = (side: "request" | "answer", json: Json.JsonObject) => Json.JsonObject

const straight: Way = (_, json) => json

/** What the code makes of the four sides of a case. */
const madeOf = (subject: Subject, { answer, request }: Case, way: Way = straight) => {
  const { profile } = subject
  const about = subject.payloadOf(request.model)
  const asked = () => readOf(subject.request, profile, way("request", request.wire))
  return {
    requestRead: () => subject.request.modelOf(asked(), undefined),
    requestWritten: () => way("request", writtenBy(subject.request, profile, subject.request.valueOf(request.model, undefined, {}))),
    answerRead: () => subject.answer.modelOf(readOf(subject.answer, profile, way("answer", answer.wire)), about),
    answerWritten: () => way("answer", writtenBy(subject.answer, profile, subject.answer.valueOf(answer.model, about, asked())))
  }
}

const expected = {
  requestRead: ({ request }: Case): Json.Json => request.model,
  requestWritten: ({ request }: Case): Json.Json => request.written ?? request.wire,
  answerRead: ({ answer }: Case): Json.Json => answer.model,
  answerWritten: ({ answer }: Case): Json.Json => answer.written ?? answer.wire
} as const

export type Direction = keyof typeof expected

/** The directions of a case. A failure is written from a refusal, which no operation answers, so that only its reading is compared. */
export const directionsOf = ({ answer }: Case): ReadonlyArray<Direction> =>
  (Object.keys(expected) as ReadonlyArray<Direction>).filter((name) => name !== "answerWritten" || !Json.isObject(answer.model) || !("failed" in answer.model))

/** What the code makes of a direction, and what the file says. */
export const comparison = (subject: Subject, one: Case, direction: Direction, way?: Way): readonly [made: string, expected: string] =>
  [textOf(madeOf(subject, one, way)[direction]() as Json.Json), textOf(expected[direction](one))]

const isDifferent = (subject: Subject, one: Case, direction: Direction, way?: Way): boolean => {
  try {
    const [made, wanted] = comparison(subject, one, direction, way)
    return made !== wanted
  } catch {
    return true
  }
}

/** Whether anything differs from the file. */
export const differs = (subject: Subject, cases: ReadonlyArray<Case>, side: "request" | "answer", way?: Way): boolean =>
  cases.some((one) => directionsOf(one).some((direction) => direction.startsWith(side) && isDifferent(subject, one, direction, way)))
