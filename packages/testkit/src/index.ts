export * as ErpV1Suite from "./ErpV1Suite.ts"
export { it } from "./It.ts"
export * as WarehouseV1Suite from "./WarehouseV1Suite.ts"
