/**
 * Routes each call of document 3 to the module that carries it out at the ERP. The table has an entry for every operation that callers
 * may use; a new operation without one does not compile.
 */
import { BooksV1 } from "@crossdock/books"
import type { ErpV1 } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Composed, ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import * as PageBudget from "../../engine/PageBudget.ts"
import { brieflyOver } from "../../engine/ReadRetry.ts"
import { noAnswer, ofReason, Refusal } from "../../engine/Refusal.ts"
import * as ServedCalls from "../../engine/ServedCalls.ts"
import { Intents } from "../../intents/Intents.ts"
import { Vault } from "../../store/Vault.ts"
import * as Cancels from "./Cancels.ts"
import { type CreateOperation, submittedOf, unseen } from "./Creates.ts"
import * as CustomNumbers from "./CustomNumbers.ts"

/** The operations that callers of an ERP may use. Pushes are messages of the runner itself, and it alone asks for outbound orders. */
export type Served = Exclude<BooksV1.AnyOperation, { readonly kind: "push" } | typeof ErpV1.ListOutboundOrders>

/** What a call has apart from its payload. */
export interface CallInfo {
  /** The exact text that was signed. */
  readonly content: string
  /** A value that is equal for calls with the same signature. */
  readonly digest: string
  /** The names of the warehouses that the caller may see. A list that is empty or absent allows all. */
  readonly warehouses?: ReadonlyArray<string>
}

export class Dispatch extends Context.Service<Dispatch, {
  readonly call: ServedCalls.Call<Served, CallInfo>
}>()("@crossdock/runner/contracts/books/Dispatch") {
  static readonly layer = (composed: Composed) => Layer.effect(Dispatch, make(composed))
}

interface Numbered {
  readonly customNumber?: string
}

const tooLate = noAnswer("ERP")

type Submitted = typeof BooksV1.SubmitInboundOrder.success.Type

const make = Effect.fnUntraced(function*(composed: Composed) {
  const connections = yield* Connections
  const intents = yield* Intents
  const cancel = yield* Cancels.make
  const numbers = yield* CustomNumbers.make
  const vault = yield* Vault

  /**
   * A create without a number of its caller gets one that is derived from its signature, so that its outcome can be asked for. The same
   * request again, byte for byte, is then the same create; one that is signed anew is another one, as the document says. The signature
   * itself stays here: whoever sees the record in the ERP could guess the caller's secret by it.
   */
  const withNumber = <P extends Numbered>({ scope }: ConnectedLink, payload: P, { digest }: CallInfo): P & { readonly customNumber: string } => ({
    ...payload,
    customNumber: payload.customNumber ?? `${CustomNumbers.given}${vault.derive(`custom number of ${scope}`, digest).slice(0, 32)}`
  })

  const retried = brieflyOver(connections)

  const read = <O extends Served>(operation: O) => (link: ConnectedLink, payload: O["payload"]["Type"]): Effect.Effect<O["success"]["Type"], Refusal> =>
    Deadline.orGiveUp(
      PageBudget.page(link.scope, "ERP", Effect.mapError(retried(link, connections.invoke(link.peer, operation, payload)), ({ reason }) => ofReason(reason, "ERP"))),
      tooLate
    )

  /** The answer to the create of an order. Of one that a person settled without seeing it, the number alone is stored, so it is read. */
  const completed = Effect.fnUntraced(function*(link: ConnectedLink, answer: Submitted) {
    if (answer.status !== unseen) return answer
    const { items } = yield* read(BooksV1.ListInboundOrders)(link, { number: answer.asnNumber, limit: 100 })
    const order = items.find(({ asnNumber }) => asnNumber === answer.asnNumber)
    return order === undefined ? yield* Effect.fail(Cancels.notShown(answer.asnNumber)) : submittedOf(order)
  })

  const create = <O extends CreateOperation>(operation: O) => (link: ConnectedLink, payload: O["payload"]["Type"], info: CallInfo): Effect.Effect<O["success"]["Type"], Refusal> => {
    const asked = withNumber(link, payload as Numbered, info)
    const { customNumber } = asked
    const taken = (payload as Numbered).customNumber === undefined ? Effect.void : numbers.take(link, operation, customNumber)
    return Effect.andThen(
      taken,
      Effect.catch(intents.submit(link, operation, asked as never, info.content), (refusal) =>
        Effect.andThen(
          numbers.release(link, operation, customNumber),
          numbers.refused(link, operation, customNumber, info.warehouses ?? [], refusal)
        ))
    )
  }

  const handlers: ServedCalls.Handlers<Served, CallInfo> = {
    listInboundOrders: read(BooksV1.ListInboundOrders),
    submitInboundOrder: (link, payload, info) => Effect.flatMap(create(BooksV1.SubmitInboundOrder)(link, payload, info), (answer) => completed(link, answer)),
    cancelInboundOrder: (link, payload) => Effect.as(cancel(link, payload), {}),
    listReceivedBatches: read(BooksV1.ListReceivedBatches),
    listStockBalances: read(BooksV1.ListStockBalances),
    listStockMovements: read(BooksV1.ListStockMovements),
    listAssemblyOrders: read(BooksV1.ListAssemblyOrders),
    listSplitOrders: read(BooksV1.ListSplitOrders),
    listTransferOrders: read(BooksV1.ListTransferOrders),
    createTransferOrder: create(BooksV1.CreateTransferOrder),
    moveStock: create(BooksV1.MoveStock),
    listStorageLocationStock: read(BooksV1.ListStorageLocationStock),
    listBatchStock: read(BooksV1.ListBatchStock),
    listMarketplaceStock: read(BooksV1.ListMarketplaceStock),
    listMarketplaceWarehouses: read(BooksV1.ListMarketplaceWarehouses)
  }

  return Dispatch.of({ call: ServedCalls.make({ composed, connections, contract: BooksV1.contract, handlers, peer: "ERP" }) })
})
