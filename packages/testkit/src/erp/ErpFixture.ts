/**
 * What the author of a plugin of `erp/v1` gives the suite beside the plugin. The fixture of books has more.
 */
import type { Contract, ErpV1 } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type { SuiteFixture } from "./SuiteFixture.ts"

type PushName = Contract.PreparedOperation<ErpV1.V1>["name"]
type CallName = Exclude<ErpV1.OperationName, PushName | typeof ErpV1.ListOutboundOrders.name>
type PayloadOf<N extends CallName> = ErpV1.V1["operations"][N]["payload"]["Type"]
type ListName = { readonly [N in CallName]: "limit" extends keyof PayloadOf<N> ? N : never }[CallName]

/** The parts that are about operations of books. */
type OfBooks = "calls" | "keepsPages" | "lists" | "prepare" | "progress"

export interface ErpFixture<R = never> extends Omit<SuiteFixture<R>, OfBooks> {
  /** For each operation that the plugin offers beside the pushes: a payload that the ERP answers with success. It is called with a new number. */
  readonly calls?: { readonly [N in CallName]?: (number: string) => PayloadOf<N> }
  /**
   * For each list that the plugin offers: a question to which the ERP answers with at least three records. If absent, laws about the
   * pages and records of that list are not driven.
   */
  readonly lists?: { readonly [N in ListName]?: Omit<PayloadOf<N>, "cursor" | "limit"> }
  /** Runs once before the laws, with the opened plugin, for example to fill the ERP with goods. */
  readonly prepare?: Effect.Effect<void, unknown, R | ErpV1.Erp>
}
