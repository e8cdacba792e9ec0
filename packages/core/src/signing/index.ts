export * from "./CompareSignatures.ts"
export * from "./EnvelopeSha1.ts"
export * from "./Scheme.ts"
