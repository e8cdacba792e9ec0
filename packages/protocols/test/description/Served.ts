/**
 * Servers of the four protocols that answer each example: they read the request, and tell the result that the answer of the example says.
 */
import { type Operation as CoreOperation, Transport, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Erp from "../../src/erp-open-api/index.ts"
import * as ErpMessages from "../../src/erp-open-api/Messages/All.ts"
import * as Gateway from "../../src/gateway/index.ts"
import * as GatewayMessages from "../../src/gateway/Messages/All.ts"
import type { Exchange, Serving } from "../../src/kit/index.ts"
import * as Platform from "../../src/platform-envelope/index.ts"
import * as PlatformMessages from "../../src/platform-envelope/Messages/All.ts"
import { getToken } from "../../src/platform-envelope/Messages/Tokens.ts"
import * as Warehouse from "../../src/warehouse-envelope/index.ts"
import * as WarehouseMessages from "../../src/warehouse-envelope/Messages/All.ts"
import { read, type Table } from "../../src/wire/index.ts"
import { type Described, exampleSecret, type Operation, pathOf } from "./Model.ts"

export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>

const secret = Redacted.make(exampleSecret)

type Named = Pick<Exchange.AnyExchange<string>, "answer" | "fromAnswer" | "method">

const readAnswer = (table: Table.Table, operation: Operation): never => {
  const { problems, value } = read(table, operation.examples.answer)
  if (value === undefined) throw new Error(`${operation.method}: ${problems.map(({ message, path }) => `${path} ${message}`).join("; ")}`)
  return value as never
}

/** The result that the answer of an example says. */
const resultOf = (protocol: Described, all: ReadonlyArray<Named>, profile: object) => {
  return (method: string, payload: unknown): unknown => {
    const operation = protocol.operations.find((one) => one.method === method)
    const exchange = all.find((one) => one.method === method)
    if (operation === undefined || exchange === undefined) throw new Error(`there is no example of ${method}`)
    return (exchange.fromAnswer as (...args: ReadonlyArray<unknown>) => unknown)(readAnswer(exchange.answer, operation), payload, 0, profile)
  }
}

interface Link {
  readonly key: string
}

/** Finds the method of a call, which an operation of a contract alone does not name. */
const methodOf = (request: Transport.Request, member: string): string =>
  member === "" ? request.url.pathname.split("/").at(-1)! : new URLSearchParams(request.body).get(member) ?? ""

const link = { id: "acc-1", key: "link-1", signing: "strict", timeZone: "UTC+8" } as const

/** Serves one protocol by its examples. `guard` may limit failed authentications. */
export const serverOf = (protocol: Described, guard: Pick<Serving.Guard<never>, "mayFail"> = {}): Serve => {
  switch (protocol.name) {
    case "warehouse-envelope": {
      const profile = Warehouse.Profile.defaults
      const caller = { ...link, secretKey: secret, profile }
      const result = resultOf(protocol, WarehouseMessages.all, profile)
      const callbacks = Warehouse.CallbackServer.make<never>({ find: () => caller, receive: () => Effect.void })
      return (request) => request.url.pathname.startsWith("/sys/")
        ? callbacks(request)
        : Warehouse.Server.make<never>({ ...guard, find: (id) => (id === caller.id ? caller : undefined), dispatch: answering(request, "method", result) })(request)
    }
    case "gateway": {
      const profile = Gateway.Profile.defaults
      const caller = { ...link, profile }
      const account = { appKey: "app-1", appSecret: secret, signing: "strict", environment: "production", linkOf: (key: string) => (key === "k1" ? caller : undefined), defaultLink: caller } as const
      const result = resultOf(protocol, GatewayMessages.all, profile)
      return (request) => Gateway.Server.make<never>({
        ...guard,
        find: (id) => (id === "app-1" ? account : undefined),
        dispatch: (who, operation, payload) => operation.name === WarehouseV1.CancelOutboundOrder.name ? Effect.succeed({} as never) : answering(request, "", result)(who, operation, payload)
      })(request)
    }
    case "platform-envelope": {
      const profile = Platform.Profile.defaults
      const shop = { ...link, platform: "SHOPEE", shopId: "1", onlineShopId: "S-1", profile }
      const account = { accessId: "acc-1", secretKey: secret, signing: "strict", shops: [shop] } as const
      const result = resultOf(protocol, PlatformMessages.all, profile)
      const issued = Effect.sync(() => Platform.Tokens.fromWire(readAnswer(getToken.answer, protocol.operations.find(({ method }) => method === "getToken")!)))
      const pushes = Platform.PushServer.make<never>({ find: () => account, receive: () => Effect.void })
      return (request) => request.url.pathname.endsWith("/pushOrder")
        ? pushes(request)
        : Platform.Server.make<never>({
          ...guard,
          find: (id) => (id === "acc-1" ? account : undefined),
          tokens: { getToken: () => issued, refreshToken: () => issued },
          dispatch: answering(request, "method", result)
        })(request)
    }
    default: {
      const profile = Erp.Profile.defaults
      const caller = { id: "app-1", key: "link-1", appSecret: secret, signing: "strict", profile, timeZone: "UTC+8" } as const
      const result = resultOf(protocol, ErpMessages.all, profile)
      return (request) => Erp.Server.make<never>({ ...guard, find: (id) => (id === "app-1" ? caller : undefined), dispatch: answering(request, "serviceType", result) })(request)
    }
  }
}

const answering = (request: Transport.Request, member: string, result: (method: string, payload: unknown) => unknown) =>
(_: Link, __: CoreOperation.Any, payload: unknown): Effect.Effect<never> =>
  Effect.sync(() => result(methodOf(request, member), payload) as never)

/** The request of an example, or of another message of the same operation. */
export const requestOf = (protocol: Described, operation: Operation, message: string): Transport.Request => {
  const { body, headers } = protocol.call(operation, message)
  return { method: "POST", url: new URL(pathOf(operation), "https://crossdock.example"), headers, body }
}

/** The time of the examples. */
export const now = 1_767_225_600_000

/** An answer as a caller sees it, without the ids that each answer has of its own. */
export const opened = (text: string): unknown => {
  const { requestId: _, ...body } = JSON.parse(text)
  if (typeof body.bizContent !== "string") return body
  const { traceId: __, ...content } = JSON.parse(body.bizContent)
  return { ...body, bizContent: content }
}
