/**
 * The faults that a peer in a test can have.
 */
import type { Transport } from "@crossdock/core"
import type { FaultName } from "../FaultInjection.ts"

/** Faults between plugin and peer. The transport injects them, for any protocol. */
export type WireFault = Extract<
  FaultName,
  "offline" | "reset" | "lose-answer" | "slow" | "drip" | "garbage" | "html" | "duplicate" | "rate-limit"
>

/** Faults in the peer's answers. Its server produces them. */
export type PeerFault = Exclude<FaultName, WireFault>

export type Fault = FaultName

const page = "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>"

/** Answers that replace the peer's own. */
const instead: Readonly<Partial<Record<WireFault, Transport.Response>>> = {
  garbage: { status: 200, headers: [["content-type", "application/json"]], body: "{\"success\":tr" },
  html: { status: 502, headers: [["content-type", "text/html"]], body: page },
  "rate-limit": { status: 429, headers: [["retry-after", "7"], ["content-type", "text/plain"]], body: "slow down" }
}

/**
 * What happens to one request. Two drivers carry it out, one in memory and one on sockets.
 * `reaches`: how often the peer receives the request. `answer`: what the client gets of the peer's answer.
 */
export interface RequestOutcome {
  readonly reaches: "never, refused" | "never, reset" | "never" | "once" | "twice"
  readonly answer: "whole" | "lost" | "too late" | "in drops" | Transport.Response
}

export const outcomes: Readonly<Record<WireFault, RequestOutcome>> = {
  offline: { reaches: "never, refused", answer: "lost" },
  reset: { reaches: "never, reset", answer: "lost" },
  "lose-answer": { reaches: "once", answer: "lost" },
  slow: { reaches: "once", answer: "too late" },
  drip: { reaches: "once", answer: "in drops" },
  garbage: { reaches: "once", answer: instead.garbage! },
  html: { reaches: "once", answer: instead.html! },
  duplicate: { reaches: "twice", answer: "whole" },
  "rate-limit": { reaches: "never", answer: instead["rate-limit"]! }
}

export const noFault: RequestOutcome = { reaches: "once", answer: "whole" }

export const isOfWire = (fault: Fault): fault is WireFault => Object.hasOwn(outcomes, fault)
