export * as Certification from "./Certification.ts"
export * as Report from "./Report.ts"
export type { Options, Progress } from "./Session.ts"
export * as Target from "./Target.ts"
