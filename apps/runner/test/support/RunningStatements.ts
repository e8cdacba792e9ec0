/**
 * How many statements the PostgreSQL servers of a test are busy with, so that a test clock moves on only when they are
 * done: how fast a machine is decides nothing then.
 */
import pg from "pg"

const running = new Set<Promise<unknown>>()

const counted = (work: Promise<unknown>): void => {
  running.add(work)
  const ends = () => void running.delete(work)
  work.then(ends, ends)
}

type Done = (...answer: ReadonlyArray<unknown>) => void

/** Every call is counted from its beginning to its answer, by whichever of its two forms it is made. */
const count = (target: object, name: "query" | "connect"): void => {
  const members = target as Record<string, (...given: ReadonlyArray<unknown>) => unknown>
  const original = members[name]!
  members[name] = function(this: unknown, ...given) {
    const done = given.at(-1)
    if (typeof done !== "function") {
      const answer = original.apply(this, [...given])
      if (answer instanceof Promise) counted(answer)
      return answer
    }
    return original.apply(this, [...given.slice(0, -1), (() => {
      let end: () => void = () => {}
      counted(new Promise<void>((resolve) => (end = resolve)))
      return (...answer: ReadonlyArray<unknown>) => {
        end()
        ;(done as Done)(...answer)
      }
    })()])
  }
}

count(pg.Client.prototype, "query")
count(pg.Pool.prototype, "connect")

const turn = () => new Promise<void>((done) => setImmediate(done))

/** Milliseconds of a real clock: a statement that waits for a lock of another is not waited for. */
const longest = 250

/** Resolves when nothing is running, nor was begun by what had run. */
export const idle = async (): Promise<void> => {
  const until = performance.now() + longest
  do await turn()
  while (running.size > 0 && performance.now() < until)
  await turn()
}
