/**
 * Named places where a test may end the process, to prove that nothing is lost or duplicated there. The published build has
 * none of them: `tsup.config.ts` removes each line that calls `reach`, so that call must be a statement of its own.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The failpoints, in the order in which a create reaches them. */
export const names = [
  "intent.before-commit",
  "intent.committed",
  "create.claimed",
  "create.before-send",
  "create.after-send",
  "outcome.before-commit",
  "outcome.committed",
  "answer.before",
  "doubtful.committed",
  "query.before",
  "query.after",
  "event.before-commit",
  "event.committed",
  "sync.before-commit",
  "sync.committed",
  "push.claimed",
  "push.before-send",
  "push.after-send",
  "push.before-commit",
  "push.committed",
  "deliveries.committed",
  "desk.before-reserve",
  "desk.reserved",
  "desk.before-commit",
  "desk.committed",
  "desk.failed"
] as const
export type Name = (typeof names)[number]

/** The default action at a failpoint; tests replace `pass`. */
export const everywhere: { pass: (name: Name) => void } = { pass: () => {} }

export const Failpoint = Context.Reference<(name: Name) => void>("@crossdock/runner/Failpoint", {
  defaultValue: () => (name) => everywhere.pass(name)
})

/** Runs the action of a failpoint. */
export const reach = (name: Name): Effect.Effect<void> => Effect.map(Failpoint, (at) => at(name))
