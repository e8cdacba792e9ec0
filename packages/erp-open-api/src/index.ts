export { type ErpOpenApi, erpOpenApi, erpOpenApiSignedBy } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
