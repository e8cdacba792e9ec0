export * as ErpV1Suite from "./ErpV1Suite.ts"
export * as InMemoryCredentials from "./InMemoryCredentials.ts"
export { it } from "./EffectTest.ts"
export * as WarehouseV1Suite from "./WarehouseV1Suite.ts"
