/**
 * How each protocol of the house is opened and signed, for the diagnosis: requests are opened by the functions of its server, so that what is
 * examined is what the server reads.
 */
import type { Transport } from "@crossdock/core"
import { Server as OpenApi } from "@crossdock/protocols/erp-open-api"
import { Server as Gateway } from "@crossdock/protocols/gateway"
import { Server as Platform } from "@crossdock/protocols/platform-envelope"
import * as Signing from "@crossdock/protocols/signing"
import { Server as Warehouse } from "@crossdock/protocols/warehouse-envelope"
import { SplitWork } from "@crossdock/protocols/wire"
import * as Result from "effect/Result"
import { envelope, gateway } from "./EnvelopeMistakes.ts"
import type * as Mistakes from "./Mistakes.ts"
import { openApi } from "./OpenApiMistakes.ts"

/** A request as its server reads it before it knows the caller. */
export interface Opened<Message> {
  readonly id: string
  readonly method: string
  readonly sign: string
  readonly message: Message
  /** The header `secret`, of protocols that have it. */
  readonly secret?: string
  /** Of protocols that sign the time. */
  readonly timestamp?: string
}

export interface Dialect<Message> {
  /** What the document calls the id of a caller. */
  readonly idName: string
  readonly open: (request: Transport.Request) => Result.Result<Opened<Message>, string>
  readonly schemes: Readonly<Record<"strict" | "lenient", ReadonlyArray<Signing.Scheme<Message>>>>
  readonly mistakes: Mistakes.Table<Message>
}

const read = <A, M>(opened: Result.Result<A, { readonly refusal: { readonly message: string } }>, of: (outer: A) => Opened<M>): Result.Result<Opened<M>, string> =>
  Result.mapBoth(opened, { onSuccess: of, onFailure: ({ refusal }) => refusal.message })

const warehouse: Dialect<Signing.EnvelopeMessage> = {
  idName: "accessId",
  open: (request) =>
    read(Warehouse.open(request), ({ accessId: id, content, method, secret, sign }) => ({ id, method, sign, message: { id, content }, secret })),
  schemes: { strict: Signing.strict, lenient: Signing.lenient },
  mistakes: envelope
}

const gatewayDialect: Dialect<Signing.EnvelopeMessage> = {
  idName: "appKey",
  open: (request) =>
    read(Gateway.open(request), ({ appKey: id, content, method, secret, sign }) => ({ id, method, sign, message: { id, content }, secret })),
  schemes: { strict: Signing.gatewayStrict, lenient: Signing.gatewayLenient },
  mistakes: gateway
}

const platform: Dialect<Signing.EnvelopeMessage> = {
  idName: "accessId",
  open: (request) =>
    read(SplitWork.atOnce(Platform.open(request)), ({ accessId: id, content, method, sign }) => ({ id, method, sign, message: { id, content } })),
  schemes: { strict: Signing.strict, lenient: Signing.lenient },
  mistakes: envelope
}

const openApiDialect: Dialect<Signing.SortedPairsMessage> = {
  idName: "appId",
  open: (request) =>
    read(SplitWork.atOnce(OpenApi.open(request)), ({ appId: id, bizParam: content, serviceType, sign, timestamp }) =>
      ({ id, method: serviceType, sign, message: { id, content, serviceType, timestamp }, timestamp })),
  schemes: { strict: [Signing.md5SortedPairs], lenient: [Signing.md5SortedPairs] },
  mistakes: openApi
}

/** By the name of the protocol as links have it. */
export const dialects = { warehouse, gateway: gatewayDialect, platform, "open-api": openApiDialect } as const
export type ProtocolName = keyof typeof dialects
