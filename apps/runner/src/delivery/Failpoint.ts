/**
 * Named places where a test may end the process, to prove that nothing is lost or doubled there. Without
 * `CROSSDOCK_FAILPOINT` they do nothing.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** In the order in which a create passes them. */
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
  "push.claimed",
  "push.before-send",
  "push.after-send",
  "push.before-commit",
  "push.committed"
] as const
export type Name = (typeof names)[number]

export const Failpoint = Context.Reference<(name: Name) => void>("@crossdock/runner/Failpoint", {
  defaultValue: () => () => {}
})

/** Passes a place. */
export const reach = (name: Name): Effect.Effect<void> => Effect.map(Failpoint, (at) => at(name))

/** `name` or `name:n`: ends the process with SIGKILL when the place is passed for the n-th time. */
export const killingAt = (setting: string): (name: Name) => void => {
  const [wanted, times = "1"] = setting.split(":")
  let left = Number(times)
  return (name) => {
    if (name === wanted && --left === 0) process.kill(process.pid, "SIGKILL")
  }
}
