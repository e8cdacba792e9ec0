/**
 * The warehouses, channels and products of every account.
 */
import type { Warehouse } from "@crossdock/core"

export const warehouses: ReadonlyArray<Warehouse.WarehouseRecord> = [
  { code: "SBX-1", name: "Sandbox One" },
  { code: "SBX-2", name: "Sandbox Two" }
]

type Channel = Warehouse.ShippingChannel & { readonly carrierName: string }

/** The channel of orders that name none. */
export const standardChannel: Channel = { code: "SBX-STD", name: "Sandbox standard", carrierName: "Sandbox Post" }

/** The channels; each serves both warehouses. */
export const channels: ReadonlyArray<Channel> = [
  standardChannel,
  { code: "SBX-EXP", name: "Sandbox express", carrierName: "Sandbox Express" }
]

/** The SKUs of a new account: `SKU-1001` to `SKU-1050`. */
export const skus: ReadonlyArray<string> = Array.from({ length: 50 }, (_, index) => `SKU-${1001 + index}`)

/** Pieces of each SKU in each warehouse of a new account, unless the settings say otherwise. */
export const piecesEach = 100

export const hasWarehouse = (code: string): boolean => warehouses.some((warehouse) => warehouse.code === code)

export const channelOf = (code: string) => channels.find((channel) => channel.code === code)
