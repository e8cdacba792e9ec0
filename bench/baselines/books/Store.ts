/**
 * node:sqlite with the PRAGMAs of the runner. `plain` commits each piece of work separately; `grouped` commits the work of
 * one turn of the event loop together. A promise resolves after the commit.
 */
import { DatabaseSync } from "node:sqlite"

export type Form = "plain" | "grouped"

export interface Store {
  readonly db: DatabaseSync
  readonly commit: <A>(work: () => A) => Promise<A>
}

/** A larger group gains little, and the first caller would wait for the last. */
const mostTogether = 256

interface Waiting {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

export const open = (file: string, form: Form): Store => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON")

  const alone = <A>(work: () => A): A => {
    db.exec("BEGIN IMMEDIATE")
    try {
      const value = work()
      db.exec("COMMIT")
      return value
    } catch (error) {
      db.exec("ROLLBACK")
      throw error
    }
  }

  let queue: Array<Waiting> = []
  const settleAlone = ({ reject, resolve, work }: Waiting) => {
    try {
      resolve(alone(work) as never)
    } catch (error) {
      reject(error)
    }
  }
  const flush = () => {
    const batch = queue.slice(0, mostTogether)
    queue = queue.slice(mostTogether)
    if (queue.length > 0) setImmediate(flush)
    let values: ReadonlyArray<unknown>
    try {
      values = alone(() => batch.map(({ work }) => work()))
    } catch {
      // A failed piece of work must not fail the others.
      return batch.forEach(settleAlone)
    }
    batch.forEach(({ resolve }, at) => resolve(values[at] as never))
  }
  const together = <A>(work: () => A): Promise<A> =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve, reject })
      if (queue.length === 1) setImmediate(flush)
    })

  return { db, commit: form === "grouped" ? together : async (work) => alone(work) }
}
