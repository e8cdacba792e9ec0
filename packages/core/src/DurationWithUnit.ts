/**
 * A duration as people write it, always with its unit.
 *
 * Effect reads a bare number as milliseconds. Whoever writes `visibilityDelay: 60` means seconds, and an order would be sent
 * twice within a moment, so a bare number does not compile and `crossdock config check` refuses it. Zero needs no unit.
 */
import type * as Duration from "effect/Duration"

/** A duration with its unit, such as `"500 millis"`, `"30 seconds"`, `"2 hours"` or `{ minutes: 5 }`; `0` is no time at all. */
export type DurationWithUnit = Exclude<Duration.Input, number | bigint | ReadonlyArray<number>> | 0
