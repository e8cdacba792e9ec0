export * as WarehouseV1Conformance from "./warehouse/Conformance.ts"
export * as Page from "./Page.ts"
export * as Report from "./Report.ts"
