/**
 * How often a connection is polled, and how long its peer may not show a new order yet (milliseconds). The usual values stand in
 * for those of a connection that is not in the composition any more, whose orders may still be stored.
 */
import type { Connections } from "./Connections.ts"

export const usual = { pollInterval: 60_000, visibilityDelay: 60_000, standstillAfter: 3 * 86_400_000 } as const

export const pollIntervalOf = (connections: Connections["Service"], id: string): number => connections.get(id)?.pollInterval ?? usual.pollInterval

export const visibilityDelayOf = (connections: Connections["Service"], id: string): number => connections.get(id)?.visibilityDelay ?? usual.visibilityDelay
