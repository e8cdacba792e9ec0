/**
 * What every account of the sandbox begins with.
 */
import type { Warehouse } from "@crossdock/core"

export const warehouses: ReadonlyArray<Warehouse.WarehouseRecord> = [
  { code: "SBX-1", name: "Sandbox warehouse 1" },
  { code: "SBX-2", name: "Sandbox warehouse 2" }
]

type Channel = Warehouse.Channel & { readonly carrierName: string }

/** By which an order travels that names no channel. */
export const standardChannel: Channel = { code: "SBX-STD", name: "Sandbox standard", carrierName: "Sandbox Post" }

/** Each serves both warehouses. */
export const channels: ReadonlyArray<Channel> = [
  standardChannel,
  { code: "SBX-EXP", name: "Sandbox express", carrierName: "Sandbox Express" }
]

/** `SKU-1001` to `SKU-1050`. */
export const skus: ReadonlyArray<string> = Array.from({ length: 50 }, (_, index) => `SKU-${1001 + index}`)

/** Pieces of each SKU in each warehouse. */
export const piecesEach = 100

export const hasWarehouse = (code: string): boolean => warehouses.some((warehouse) => warehouse.code === code)

export const channelOf = (code: string) => channels.find((channel) => channel.code === code)
