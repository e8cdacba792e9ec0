/**
 * What is known of one endpoint while the process runs: how many deliveries it takes at once, and whether it is worth
 * asking. A failing endpoint gets less, then one at a time and seldom; a healthy one gets more with each success, so
 * that an endpoint which comes back is not run over.
 */

/** Failures in a row after which an endpoint is only probed. */
const opensAfter = 5
/** Before each probe, in milliseconds. */
const probeGaps = [5000, 10_000, 30_000, 60_000, 120_000] as const
/** What an endpoint nobody knows anything of is given at once. */
const firstShare = 4

export interface Endpoint {
  readonly id: string
  /** At most so many are on their way at once; a person may change it meanwhile. */
  most: number
  share: number
  underWay: number
  /** In a row, of the endpoint and not of a message. */
  failures: number
  /** Milliseconds since 1970: nothing is sent before. */
  closedUntil: number
  /** The earliest moment at which something may be due. */
  lookAt: number
  /** Counts what is stored for it and each look at it: a look that others have overtaken says nothing. */
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

/** Only probes are sent. */
export const isOpen = ({ failures }: Endpoint): boolean => failures >= opensAfter

/** When it may be sent something, as far as is known. */
export const readyAt = (endpoint: Endpoint): number =>
  room(endpoint) === 0 ? Number.POSITIVE_INFINITY : Math.max(endpoint.lookAt, endpoint.closedUntil)

export const touched = (endpoint: Endpoint): void => {
  endpoint.version++
  endpoint.lookAt = 0
}

/** A person wants it tried now. */
export const tryNow = (endpoint: Endpoint): void => {
  endpoint.closedUntil = 0
  touched(endpoint)
}

export const succeeded = (endpoint: Endpoint): void => {
  endpoint.failures = 0
  endpoint.closedUntil = 0
  endpoint.share = Math.min(endpoint.most, endpoint.share + 1)
}

/** `random` from 0 to 1 moves the next probe by up to 20 % either way. */
export const failed = (endpoint: Endpoint, now: number, random: number): void => {
  // It was on its way with those that closed it. What is sent since then comes after the wait.
  if (isOpen(endpoint) && now < endpoint.closedUntil) return
  endpoint.failures++
  endpoint.share = Math.max(1, Math.floor(endpoint.share / 2))
  if (!isOpen(endpoint)) return
  const gap = probeGaps[Math.min(endpoint.failures - opensAfter, probeGaps.length - 1)]!
  endpoint.share = 1
  endpoint.closedUntil = now + Math.round(gap * (0.8 + 0.4 * random))
}

/** It asked for so many milliseconds without a call. */
export const slowedDown = (endpoint: Endpoint, now: number, millis: number): void => {
  endpoint.share = Math.max(1, Math.floor(endpoint.share / 2))
  endpoint.closedUntil = Math.max(endpoint.closedUntil, now + millis)
}
