export { acme } from "./Adapter.ts"
export { Settings } from "./Settings.ts"
