/**
 * The contract versions that this runner runs. They are named here and nowhere else in the runner; a plugin of an older
 * version becomes one of these where it enters.
 */
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import type { AnyPlugin } from "@crossdock/core/config"

type Of<Id extends AnyPlugin["contract"]> = Extract<AnyPlugin, { readonly contract: Id }>
export type WarehousePlugin = Of<typeof WarehouseV1.contract.id>
export type ErpPlugin = Of<typeof ErpV1.contract.id>

export const warehouse = WarehouseV1.contract
export const erp = ErpV1.contract

/** By the id that a plugin states. */
export const byId = { [warehouse.id]: warehouse, [erp.id]: erp } as const
export const ids = [warehouse.id, erp.id] as const

export const isWarehouse = (plugin: AnyPlugin | undefined): plugin is WarehousePlugin => plugin?.contract === warehouse.id
export const isErp = (plugin: AnyPlugin | undefined): plugin is ErpPlugin => plugin?.contract === erp.id

/** What makes a plugin of an older contract one of a version that this runner runs, by the id of the older contract. */
export type Bridges = Readonly<Record<string, (plugin: never) => AnyPlugin>>

/** No version has followed another yet. */
const bridges: Bridges = {}

/** The plugin as one of a version that this runner runs. Undefined: no bridge leads there. */
export const upgrade = (plugin: { readonly contract: string }, known: Bridges = bridges): AnyPlugin | undefined =>
  Object.hasOwn(byId, plugin.contract) ? plugin as AnyPlugin : Object.hasOwn(known, plugin.contract) ? known[plugin.contract]!(plugin as never) : undefined
