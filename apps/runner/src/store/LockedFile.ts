/**
 * Begins transactions on a SQLite file that another program may keep locked, such as a database editor. SQLite waits for the lock without
 * letting anything else run. So after one such wait everything fails at once for a while, and calls are answered meanwhile.
 */
import type { DatabaseSync } from "node:sqlite"
import { failed } from "./SqliteStatements.ts"

/** Milliseconds after a wait in vain in which nothing waits again. As long as the wait itself, so that half of the time is left for calls. */
export const rest = 1000

/** `elapsed` is a clock in milliseconds that never goes back. */
export const beginning = (db: Pick<DatabaseSync, "exec">, elapsed: () => number) => {
  let locked: { readonly cause: unknown; readonly until: number } | undefined
  return (): void => {
    if (locked !== undefined && elapsed() < locked.until) throw locked.cause
    try {
      db.exec("BEGIN IMMEDIATE")
      locked = undefined
    } catch (cause) {
      locked = failed(cause).diagnosis.is === "busy" ? { cause, until: elapsed() + rest } : undefined
      throw cause
    }
  }
}
