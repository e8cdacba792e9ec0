export * as Law from "./Law.ts"
export { suite } from "./suite.ts"
export * as Weaken from "./Weaken.ts"
