export * from "./Composition.ts"
