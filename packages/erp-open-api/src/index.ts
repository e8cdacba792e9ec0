export { erpOpenApi } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
