export { ledger } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
