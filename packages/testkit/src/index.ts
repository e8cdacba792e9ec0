export * as WarehouseV1Suite from "./WarehouseV1Suite.ts"
export { it } from "./It.ts"
