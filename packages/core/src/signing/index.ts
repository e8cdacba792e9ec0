export * from "./Compare.ts"
export * from "./EnvelopeSha1.ts"
export * from "./Scheme.ts"
