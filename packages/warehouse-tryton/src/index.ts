export { tryton } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
