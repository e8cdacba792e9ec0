/**
 * The contract versions that this runner supports, listed only here. A plugin of an older version is upgraded to one of
 * them.
 */
import { type AdapterError, type Contract, ErpV1, type Operation, WarehouseV1 } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/core/config"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

type Of<Id extends AnyPlugin["contract"]> = Extract<AnyPlugin, { readonly contract: Id }>
export type WarehousePlugin = Of<typeof WarehouseV1.contract.id>
export type ErpPlugin = Of<typeof ErpV1.contract.id>

export const warehouse = WarehouseV1.contract
export const erp = ErpV1.contract

/** Contracts by their id. */
export const byId = { [warehouse.id]: warehouse, [erp.id]: erp } as const
export const ids = [warehouse.id, erp.id] as const

/** The adapter of a connection of any contract. */
export interface AnyAdapter {
  readonly call: (operation: Operation.Any, payload: unknown) => Effect.Effect<unknown, AdapterError.AdapterError>
  readonly prepare: (operation: Operation.Any, payload: unknown) => Result.Result<Operation.Prepared, AdapterError.AdapterError>
  readonly deliver: (
    operation: Operation.Any,
    prepared: Operation.Prepared,
    options: { readonly deliveryId: string }
  ) => Effect.Effect<void, AdapterError.AdapterError>
  readonly incoming?: Contract.Incoming<never> | undefined
}

/** The service under which the plugins of a contract provide their adapter. The casts are safe: only operations of the contract are passed to it. */
export const services: { readonly [Id in AnyPlugin["contract"]]: Context.Key<unknown, AnyAdapter> } = {
  [warehouse.id]: WarehouseV1.Warehouse as never,
  [erp.id]: ErpV1.Erp as never
}

const contracts: ReadonlyArray<Contract.Any> = Object.values(byId)
const contractIds: ReadonlyMap<Operation.Any, string> = new Map(
  contracts.flatMap(({ id, operations }) => Object.values(operations).map((operation) => [operation, id]))
)

/** The id of the contract of an operation. */
export const contractOf = (operation: Operation.Any): string | undefined => contractIds.get(operation)

/** Finds an operation of a plugin's contract by its stored name. */
export const operationOf = (plugin: AnyPlugin | undefined, name: string): Operation.Any | undefined => {
  const operations: Contract.Any["operations"] | undefined = plugin && byId[plugin.contract].operations
  return operations !== undefined && Object.hasOwn(operations, name) ? operations[name] : undefined
}

/** Whether something can be created at peers of this contract. */
export const takesCreates = (plugin: AnyPlugin | undefined): boolean =>
  plugin !== undefined && Object.values(byId[plugin.contract].operations).some(({ kind }: Operation.Any) => kind === "create")

/** Whether the runner sends prepared messages to peers of this contract. */
export const takesDeliveries = (plugin: AnyPlugin | undefined): boolean =>
  plugin !== undefined && Object.values(byId[plugin.contract].operations).some(({ isPrepared }: Operation.Any) => isPrepared)

export const isWarehouse = (plugin: AnyPlugin | undefined): plugin is WarehousePlugin => plugin?.contract === warehouse.id
export const isErp = (plugin: AnyPlugin | undefined): plugin is ErpPlugin => plugin?.contract === erp.id

/** Functions that upgrade a plugin, by the id of its older contract. */
export type Bridges = Readonly<Record<string, (plugin: never) => AnyPlugin>>

/** Empty, because no contract has a second version yet. */
const bridges: Bridges = {}

/** Upgrades a plugin to a supported version. Undefined: its contract is not supported. */
export const upgrade = (plugin: { readonly contract: string }, known: Bridges = bridges): AnyPlugin | undefined =>
  Object.hasOwn(byId, plugin.contract) ? plugin as AnyPlugin : Object.hasOwn(known, plugin.contract) ? known[plugin.contract]!(plugin as never) : undefined
