/**
 * The in-memory state of one endpoint: how many deliveries it gets at once, and whether it fails. A failing endpoint gets fewer
 * deliveries, and after several failures only single probes with long gaps (a circuit breaker). Each success raises the
 * number again, so that an endpoint that recovers is not overloaded.
 */

/** The number of consecutive failures after which an endpoint gets only probes. */
const opensAfter = 5
/** The gaps before each probe, in milliseconds. */
const probeGaps = [5000, 10_000, 30_000, 60_000, 120_000] as const
/** The number of concurrent deliveries for an endpoint without a history. */
const firstShare = 4

export interface Endpoint {
  readonly id: string
  /** The maximum number of concurrent deliveries. An operator may change it while the process runs. */
  most: number
  share: number
  underWay: number
  /** Consecutive failures of the endpoint itself; a refused message does not count. */
  failures: number
  /** Nothing is sent before this time, in milliseconds since 1970. */
  closedUntil: number
  /** The earliest time at which a delivery may be due, in milliseconds since 1970. */
  lookAt: number
  /** Counts new deliveries and reads of the queue. A read with an outdated version is ignored. */
  version: number
}

export const make = (id: string): Endpoint => ({
  id,
  most: 1,
  share: firstShare,
  underWay: 0,
  failures: 0,
  closedUntil: 0,
  lookAt: 0,
  version: 0
})

export const room = ({ most, share, underWay }: Endpoint): number => Math.max(0, Math.min(share, most) - underWay)

/** Returns true if the circuit breaker is open: only probes are sent. */
export const isOpen = ({ failures }: Endpoint): boolean => failures >= opensAfter

/** Returns the earliest time at which something may be sent, as far as this process knows. */
export const readyAt = (endpoint: Endpoint): number =>
  room(endpoint) === 0 ? Number.POSITIVE_INFINITY : Math.max(endpoint.lookAt, endpoint.closedUntil)

export const touched = (endpoint: Endpoint): void => {
  endpoint.version++
  endpoint.lookAt = 0
}

/** Allows a delivery at once, because an operator asked for it. */
export const tryNow = (endpoint: Endpoint): void => {
  endpoint.closedUntil = 0
  touched(endpoint)
}

export const succeeded = (endpoint: Endpoint): void => {
  endpoint.failures = 0
  endpoint.closedUntil = 0
  endpoint.share = Math.min(endpoint.most, endpoint.share + 1)
}

/** Counts a failure. `random`, from 0 to 1, moves the next probe by up to 20 % in either direction. */
export const failed = (endpoint: Endpoint, now: number, random: number): void => {
  // This delivery was in flight together with those that opened the breaker, so it does not count again.
  if (isOpen(endpoint) && now < endpoint.closedUntil) return
  endpoint.failures++
  endpoint.share = Math.max(1, Math.floor(endpoint.share / 2))
  if (!isOpen(endpoint)) return
  const gap = probeGaps[Math.min(endpoint.failures - opensAfter, probeGaps.length - 1)]!
  endpoint.share = 1
  endpoint.closedUntil = now + Math.round(gap * (0.8 + 0.4 * random))
}

/** Sends nothing more before this time, because the rate limit has no turn earlier. */
export const waitsForTurn = (endpoint: Endpoint, until: number): void => {
  endpoint.closedUntil = Math.max(endpoint.closedUntil, until)
}

/** Stops sending for `millis`, because the endpoint asked for a pause. */
export const slowedDown = (endpoint: Endpoint, now: number, millis: number): void => {
  endpoint.share = Math.max(1, Math.floor(endpoint.share / 2))
  endpoint.closedUntil = Math.max(endpoint.closedUntil, now + millis)
}
