export * from "./CompareSignatures.ts"
