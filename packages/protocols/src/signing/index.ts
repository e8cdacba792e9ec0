export * from "./EnvelopeSha1.ts"
export * from "./Scheme.ts"
export * from "./SortedPairsMd5.ts"
