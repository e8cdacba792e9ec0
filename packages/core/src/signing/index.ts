export * from "./ConstantTimeEquality.ts"
