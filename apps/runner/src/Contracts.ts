/**
 * The contract versions that this runner supports, listed only here. A plugin of an older version is upgraded to one of
 * them.
 */
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/core/config"

type Of<Id extends AnyPlugin["contract"]> = Extract<AnyPlugin, { readonly contract: Id }>
export type WarehousePlugin = Of<typeof WarehouseV1.contract.id>
export type ErpPlugin = Of<typeof ErpV1.contract.id>

export const warehouse = WarehouseV1.contract
export const erp = ErpV1.contract

/** Contracts by their id. */
export const byId = { [warehouse.id]: warehouse, [erp.id]: erp } as const
export const ids = [warehouse.id, erp.id] as const

export const isWarehouse = (plugin: AnyPlugin | undefined): plugin is WarehousePlugin => plugin?.contract === warehouse.id
export const isErp = (plugin: AnyPlugin | undefined): plugin is ErpPlugin => plugin?.contract === erp.id

/** Functions that upgrade a plugin, by the id of its older contract. */
export type Bridges = Readonly<Record<string, (plugin: never) => AnyPlugin>>

/** Empty, because no contract has a second version yet. */
const bridges: Bridges = {}

/** Upgrades a plugin to a supported version. Undefined: its contract is not supported. */
export const upgrade = (plugin: { readonly contract: string }, known: Bridges = bridges): AnyPlugin | undefined =>
  Object.hasOwn(byId, plugin.contract) ? plugin as AnyPlugin : Object.hasOwn(known, plugin.contract) ? known[plugin.contract]!(plugin as never) : undefined
