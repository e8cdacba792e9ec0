/**
 * Limits the windows of time in which callers may ask for what changed in a shop, where the operator wants that.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Refusal } from "../../engine/Refusal.ts"

interface Asked {
  readonly updatedFrom?: DateTime.Utc
  readonly updatedTo?: DateTime.Utc
}

const lengthOf = ({ updatedFrom, updatedTo }: Asked): number =>
  updatedFrom === undefined || updatedTo === undefined ? 0 : DateTime.toEpochMillis(updatedTo) - DateTime.toEpochMillis(updatedFrom)

/** Wraps a read: a window longer than `most` milliseconds is refused. Undefined: there is no limit. */
export const make = (most: number | undefined) =>
  <A extends Asked, B>(read: (link: ConnectedLink, asked: A) => Effect.Effect<B, Refusal>) =>
  (link: ConnectedLink, asked: A): Effect.Effect<B, Refusal> =>
    most === undefined || lengthOf(asked) <= most ? read(link, asked) : Effect.fail(
      new Refusal({
        code: "LIMIT_EXCEEDED",
        path: "/updatedTo",
        message: `is more than ${Duration.format(Duration.millis(most))} after the start of the window, which is the most that this service takes; ask in several windows`
      })
    )
