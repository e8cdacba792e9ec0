/** The messages to and from the load process. */
import type { Checked } from "./Checking.ts"
import type { Throughput } from "./closed-loop.ts"
import type { Latency } from "./open-loop.ts"
import type { SourceOptions } from "./Sources.ts"

interface Sending {
  readonly url: string
  readonly connections: number
  readonly source: SourceOptions
}

export type ClosedJob = Sending & { readonly do: "closed"; readonly bound: { readonly seconds: number } | { readonly amount: number } }
export type OpenJob = Sending & { readonly do: "open"; readonly rate: number; readonly seconds: number }
/** Connections that send nothing after one request. */
export type IdleJob = { readonly do: "idle"; readonly url: string; readonly count: number } | { readonly do: "release" }
export type Job = ClosedJob | OpenJob | IdleJob | { readonly do: "holds" }

type Told = Omit<Checked, "holds">
export type ClosedResult = Throughput & Told
export type OpenResult = Latency & Told
export type JobResult = ClosedResult | OpenResult | { readonly open: number } | { readonly held: ReadonlyArray<string> } | { readonly failed: string }
