export * as ErpV1Conformance from "./erp/Conformance.ts"
export * as Page from "./HtmlReport.ts"
export * as Report from "./Report.ts"
export * as WarehouseV1Conformance from "./warehouse/Conformance.ts"
