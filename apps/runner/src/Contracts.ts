/**
 * The contract versions that this runner supports, listed only here. A plugin of an older version is upgraded to one of
 * them.
 */
import type { AnyPlugin } from "@crossdock/config"
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, type Contract, type DurationWithUnit, ErpV1, type Operation, PlatformV1, type RateLimits, WarehouseV1 } from "@crossdock/core"
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

type Of<Id extends AnyPlugin["contract"]> = Extract<AnyPlugin, { readonly contract: Id }>
export type WarehousePlugin = Of<typeof WarehouseV1.contract.id>
export type PlatformPlugin = Of<typeof PlatformV1.contract.id>
/** An ERP, with or without books that callers read and write. */
export type ErpPlugin = Of<typeof ErpV1.contract.id> | Of<typeof BooksV1.contract.id>

export const warehouse = WarehouseV1.contract
export const platform = PlatformV1.contract
export const erp = ErpV1.contract
export const books = BooksV1.contract

/** Contracts by their id. */
export const byId = { [warehouse.id]: warehouse, [platform.id]: platform, [erp.id]: erp, [books.id]: books } as const
export const ids = [warehouse.id, platform.id, erp.id, books.id] as const

/** The adapter of a connection of any contract. */
export interface AnyAdapter {
  readonly call: (operation: Operation.Any, payload: unknown) => Effect.Effect<unknown, AdapterError.AdapterError>
  readonly prepare: (operation: Operation.Any, payload: unknown) => Result.Result<Operation.PreparedMessage, AdapterError.AdapterError>
  readonly deliver: (
    operation: Operation.Any,
    prepared: Operation.PreparedMessage,
    options: Operation.SendOptions
  ) => Effect.Effect<void, AdapterError.AdapterError>
  readonly incoming?: Contract.CallbackHandler<never> | undefined
}

/** What the runner must know of a contract to open connections of its plugins. */
export interface Supported {
  readonly contract: Contract.Any
  /** The id of a contract whose operations and events this one has as well. Its plugins are accepted wherever one of that contract is. */
  readonly extends?: string
  /** The service under which the plugins of the contract provide their adapter. */
  readonly service: Context.Key<unknown, AnyAdapter>
  /** What the facts of a plugin say about the calls to it. */
  readonly paceOf?: (facts: never) => Pace
  /** The tables of the contract whose column `scope` is the scope of a link. Their rows are deleted with the link. */
  readonly linkTables?: ReadonlyArray<string>
  /** The names of the operations whose deliveries need the link that they came from, so a link is not removed while they wait. */
  readonly deliveriesOfLinks?: ReadonlyArray<string>
}

/** The defaults of a connection that its operator may override. */
export interface Pace {
  readonly visibilityDelay?: DurationWithUnit | undefined
  readonly pollInterval?: DurationWithUnit | undefined
  /** Absent: no limit. */
  readonly callsPerSecond?: number | undefined
  readonly burst?: number | undefined
  readonly rates?: Readonly<Record<string, RateLimits.Rate>> | undefined
  readonly rateInAnswers?: RateLimits.RateInAnswers | undefined
}

/** The limits that plugins of warehouses and of platforms state (U-21). */
const paceOfLimits = ({ limits }: { readonly limits: Pace }): Pace => ({ ...limits, callsPerSecond: limits.callsPerSecond ?? 10 })

// The casts are safe: only operations of the contract are passed to its adapters, and only facts of it to `paceOf`.
export const warehouseSupport: Supported = { contract: warehouse, service: WarehouseV1.Warehouse as never, paceOf: paceOfLimits }
export const platformSupport: Supported = { contract: platform, service: PlatformV1.Platform as never, paceOf: paceOfLimits }
const paceOfErp = ({ limits, pollInterval }: ErpV1.Facts): Pace => ({ ...limits, pollInterval })
export const erpSupport: Supported = { contract: erp, service: ErpV1.Erp as never, paceOf: paceOfErp }
export const booksSupport: Supported = { contract: books, extends: erp.id, service: BooksV1.Books as never, paceOf: paceOfErp }

/** What engines ask about contracts, for those of one runner. */
export interface Registry {
  /** Whether a plugin has the contract of this id, or one that extends it. */
  readonly isOf: (plugin: SomePlugin | undefined, contract: string) => boolean
  /** The id of the contract of a plugin, and that of the contract which it extends. */
  readonly idsOf: (plugin: SomePlugin) => ReadonlyArray<string>
  /** Whether an operation may be called at connections of a plugin: it is of its contract, or of one that extends it or that it extends. */
  readonly mayCall: (plugin: SomePlugin, operation: Operation.Any) => boolean
  /** Finds an operation of a plugin's contract by its stored name. */
  readonly operationOf: (plugin: SomePlugin | undefined, name: string) => Operation.Any | undefined
  /** The service of a plugin's adapter. Throws if the runner does not support its contract, which the composition has checked. */
  readonly serviceOf: (plugin: SomePlugin) => Supported["service"]
  /** Whether the runner creates something at peers of this contract. */
  readonly takesCreates: (plugin: SomePlugin | undefined) => boolean
  /** Whether the runner sends prepared messages to peers of this contract. */
  readonly takesDeliveries: (plugin: SomePlugin | undefined) => boolean
  readonly paceOf: (plugin: SomePlugin, facts: unknown) => Pace
  /** The tables of all contracts whose rows are deleted with a link, by their column `scope`. */
  readonly linkTables: ReadonlyArray<string>
  /** The names of the operations whose deliveries need the link that they came from. */
  readonly deliveriesOfLinks: ReadonlyArray<string>
}

type SomePlugin = { readonly contract: string }

/** Throws if the name of a table or an operation is one that SQL could not contain. */
const sqlNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wrong = names.find((name) => !/^[A-Za-z_]+$/.test(name))
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is no name of a table or an operation: write letters only`)
  return names
}

export const registry = (contracts: ReadonlyArray<Supported>): Registry => {
  const supported = new Map(contracts.map((each) => [each.contract.id, each]))
  const operations = contracts.flatMap(({ contract }) => Object.values(contract.operations).map((operation) => [operation, contract.id] as const))
  const idsOf = ({ contract }: SomePlugin): ReadonlyArray<string> => {
    const extended = supported.get(contract)?.extends
    return extended === undefined ? [contract] : [contract, extended]
  }
  /** A contract and what extends it have one base, and operations of one name in both may be called at either. */
  const baseOf = (contract: string) => supported.get(contract)?.extends ?? contract
  const bases = new Map<Operation.Any, ReadonlySet<string>>()
  // Several contracts may share an operation.
  for (const [operation, id] of operations) bases.set(operation, new Set([...bases.get(operation) ?? [], baseOf(id)]))
  const idsWhere = (has: (operation: Operation.Any) => boolean) => new Set(operations.flatMap(([operation, id]) => has(operation) ? [id] : []))
  const creating = idsWhere((operation) => operation.kind === "create")
  const prepared = idsWhere(({ isPrepared }) => isPrepared)
  return {
    isOf: (plugin, contract) => plugin !== undefined && idsOf(plugin).includes(contract),
    idsOf,
    mayCall: ({ contract }, operation) => bases.get(operation)?.has(baseOf(contract)) === true,
    operationOf: (plugin, name) => {
      const its = plugin && supported.get(plugin.contract)?.contract.operations
      return its !== undefined && Object.hasOwn(its, name) ? its[name] : undefined
    },
    serviceOf: ({ contract }) => {
      const found = supported.get(contract)
      if (found === undefined) throw new Error(`this runner has no contract ${contract}`)
      return found.service
    },
    takesCreates: (plugin) => plugin !== undefined && creating.has(plugin.contract),
    takesDeliveries: (plugin) => plugin !== undefined && prepared.has(plugin.contract),
    linkTables: sqlNames(contracts.flatMap(({ linkTables = [] }) => linkTables)),
    deliveriesOfLinks: sqlNames(contracts.flatMap(({ deliveriesOfLinks = [] }) => deliveriesOfLinks)),
    paceOf: ({ contract }, facts) => supported.get(contract)?.paceOf?.(facts as never) ?? {}
  }
}

/** The contracts that plugins of a composition may have. */
export const known = registry([warehouseSupport, platformSupport, erpSupport, booksSupport])

export const isWarehouse = (plugin: AnyPlugin | undefined): plugin is WarehousePlugin => plugin?.contract === warehouse.id
export const isPlatform = (plugin: AnyPlugin | undefined): plugin is PlatformPlugin => plugin?.contract === platform.id
export const isErp = (plugin: AnyPlugin | undefined): plugin is ErpPlugin => known.isOf(plugin, erp.id)

/** Functions that upgrade a plugin, by the id of its older contract. */
export type Bridges = Readonly<Record<string, (plugin: never) => AnyPlugin>>

/** Empty, because no contract has a second version yet. */
const bridges: Bridges = {}

/** Upgrades a plugin to a supported version. Undefined: its contract is not supported. */
export const upgrade = (plugin: { readonly contract: string }, among: Bridges = bridges): AnyPlugin | undefined =>
  Object.hasOwn(byId, plugin.contract) ? plugin as AnyPlugin : Object.hasOwn(among, plugin.contract) ? among[plugin.contract]!(plugin as never) : undefined
