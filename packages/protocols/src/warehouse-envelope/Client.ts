/**
 * The ERP side of document 1: the operations of `WarehouseV1` as signed calls to one service address.
 */
import { AdapterError, Drift, Json, Transport, type WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Context, Lost, Refusal as Refusals, type Table, write } from "../wire/index.ts"
import { isNotFound } from "./Fault.ts"
import { cancelAsnOrder } from "./Messages/CancelAsnOrder.ts"
import { cancelOrder } from "./Messages/CancelOrder.ts"
import { channels } from "./Messages/Channels.ts"
import { createAsnOrder } from "./Messages/CreateAsnOrder.ts"
import { createOrder } from "./Messages/CreateOrder.ts"
import { type Exchange, Failed, Invalid } from "./Messages/Exchange.ts"
import { getAsnList } from "./Messages/GetAsnList.ts"
import { getOrder } from "./Messages/GetOrder.ts"
import { getOrderList } from "./Messages/GetOrderList.ts"
import { insertSkuInfo } from "./Messages/InsertSkuInfo.ts"
import { syncInventory } from "./Messages/SyncInventory.ts"
import { warehouses } from "./Messages/Warehouses.ts"
import { contextOf, judge, type Refused, refusedReason, requestOf } from "./Outgoing.ts"
import type { Profile } from "./Profile.ts"

export interface Settings {
  readonly serviceUrl: URL
  readonly accessId: string
  readonly secretKey: Redacted.Redacted
  /** Header `warehouseType`. */
  readonly warehouseType?: string
  /** Header `secret`. */
  readonly secret?: Redacted.Redacted
  readonly profile: Profile
  /** IANA name or `UTC+8`. */
  readonly timeZone: string
  /** Parts of the texts that mean "no such order" (U-18), in any letter case. */
  readonly notFoundTexts?: ReadonlyArray<string>
  /** Records of a page, for `Stock.walkStock`; 100 (U-22). */
  readonly pageSize?: number
  /** What the plugin's fault table says about a text; undefined where it lists nothing. */
  readonly toReason?: Refusals.ToReason
}

/** The optional operations that document 1 has a method for. */
export const offers = [
  "listWarehouses",
  "listChannels",
  "listStock",
  "createInboundOrder",
  "getInboundOrders",
  "cancelInboundOrders",
  "upsertProduct"
] as const satisfies ReadonlyArray<WarehouseV1.OptionalName>

export type Handlers = WarehouseV1.Handlers<(typeof offers)[number]>

type Payload<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["payload"]["Type"]
type Success<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["success"]["Type"]

/** A handler for every operation of the protocol. */
export const make = (settings: Settings): Effect.Effect<Handlers, never, Transport.Transport> =>
  Effect.gen(function*() {
    const context = yield* contextOf(settings)
    const { send } = yield* Transport.Transport
    const headers = headersOf(settings)

    /** One call: what it gives, or the refusal in the peer's words. */
    const ask = Effect.fnUntraced(function*<
      Name extends WarehouseV1.OperationName,
      Request extends Table.Table,
      Answer extends Table.Table
    >(exchange: Exchange<Name, Request, Answer>, payload: Payload<Name>) {
      yield* Drift.reportAll(Lost.findings(exchange.method, exchange.cannotCarry ?? [], payload))
      const content = yield* contentOf(exchange.request, exchange.fromPayload(payload), context, settings.profile)
      const response = yield* send(
        requestOf(settings.serviceUrl, settings, methodOf(exchange, settings.profile), content, headers)
      )
      const judged = yield* judge(response, expectedOf(exchange), context)
      if ("refused" in judged) return judged
      const answered = exchange.fromAnswer(judged.reading.value, payload)
      if (answered instanceof Invalid) return yield* new AdapterError.ResponseInvalid({ cause: answered.says })
      if (answered instanceof Failed) return { refused: { text: answered.text, about: "item" as const } }
      const success = answered as Success<Name>
      const { skipped } = judged.reading
      if (exchange.withSkipped === undefined || skipped.length === 0) return { success }
      return { success: exchange.withSkipped(success, skipped.map(({ json }) => json).filter(Json.isObject)) }
    })

    const failWith = (refused: Refused) => Effect.fail(refusedReason(refused, settings.toReason))

    const call = <Name extends WarehouseV1.OperationName, Request extends Table.Table, Answer extends Table.Table>(
      exchange: Exchange<Name, Request, Answer>
    ) =>
    (payload: Payload<Name>): Effect.Effect<Success<Name>, AdapterError.Reason> =>
      Effect.flatMap(ask(exchange, payload), (answer) =>
        "refused" in answer ? failWith(answer.refused) : Effect.succeed(answer.success))

    const getOne = Effect.fnUntraced(function*(payload: Payload<"getOutboundOrders">) {
      const answer = yield* ask(getOrder, payload)
      if ("refused" in answer) {
        // "accessId does not exist" tells of us, and not that the order is absent.
        const reason = refusedReason(answer.refused, settings.toReason)
        if (reason._tag === "CredentialRejected" || !isNotFound(answer.refused.text, settings.notFoundTexts)) return yield* reason
        return []
      }
      const [asked] = payload.orderNumbers
      // An answer about another order proves nothing about this one, least of all that it is not there.
      return answer.success.every(({ orderNumber }) => orderNumber === asked)
        ? answer.success
        : yield* new AdapterError.ResponseInvalid({ cause: "/data/orderNumber is not the one asked for" })
    })

    const getMany = Effect.fnUntraced(function*(payload: Payload<"getOutboundOrders">) {
      const statuses = yield* call(getOrderList)(payload)
      const asked = new Set<string>(payload.orderNumbers)
      const wanted = statuses.filter(({ orderNumber }) => asked.has(orderNumber))
      if (wanted.length < statuses.length) yield* reportUnasked(getOrderList.method)
      return wanted
    })

    return {
      createOutboundOrder: call(createOrder),
      cancelOutboundOrder: call(cancelOrder),
      getOutboundOrders: Effect.fnUntraced(function*(payload) {
        const { orderNumbers, warehouseCode } = payload
        if (orderNumbers.length === 0) return []
        if (orderNumbers.length === 1) return yield* getOne(payload)
        if (warehouseCode !== undefined) return yield* getMany(payload)
        // getOrderList demands a warehouse; without one each order is asked for by itself.
        const found = yield* Effect.forEach(orderNumbers, (orderNumber) => getOne({ ...payload, orderNumbers: [orderNumber] }))
        return found.flat()
      }),
      listWarehouses: call(warehouses),
      listChannels: call(channels),
      listStock: call(syncInventory),
      createInboundOrder: call(createAsnOrder),
      getInboundOrders: (payload) => (payload.asnNumbers.length === 0 ? Effect.succeed([]) : call(getAsnList)(payload)),
      cancelInboundOrders: (payload) => (payload.asnNumbers.length === 0 ? Effect.succeed([]) : call(cancelAsnOrder)(payload)),
      upsertProduct: call(insertSkuInfo)
    }
  })

const headersOf = ({ secret, warehouseType }: Settings): Transport.Headers => [
  ...(warehouseType === undefined ? [] : [["warehouseType", warehouseType] as const]),
  ...(secret === undefined ? [] : [["secret", Redacted.value(secret)] as const])
]

/** Row 22 is the one method name that a profile chooses. */
const methodOf = ({ method }: { readonly method: string }, { skuMethod }: Profile): string =>
  method === insertSkuInfo.method ? skuMethod : method

const expectedOf = <Answer extends Table.Table>(
  { answer, failsByItem = false }: { readonly answer: Answer; readonly failsByItem?: boolean }
) => ({ answer, errorMember: "message" as const, failsByItem })

/** The content text; an operation without parameters has none (row 37). */
const contentOf = <Request extends Table.Table>(
  table: Request,
  value: Table.WriteValue<Request>,
  context: Context.Context,
  { emptyContent }: Profile
): Effect.Effect<string, AdapterError.Reason> => {
  if (table.members.length === 0) return Effect.succeed(emptyContent === "object" ? "{}" : "")
  const { json, problems } = write(table, value, context)
  return json === undefined ? Effect.fail(Refusals.notWritten(problems)) : Effect.succeed(Json.stringify(json))
}

const reportUnasked = (method: string) =>
  Drift.report({ where: `${method} answer`, path: "/data", says: "holds orders that were not asked for; ignored" })
