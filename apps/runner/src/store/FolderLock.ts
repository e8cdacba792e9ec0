/**
 * Allows one runner per data folder, because a second one would take over the work of the first as if it had died. It
 * uses a lock of SQLite, which the operating system releases whenever the process ends.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as DatabaseErrorDiagnosis from "./DatabaseErrorDiagnosis.ts"

export class FolderInUse extends Schema.TaggedError<FolderInUse>("@crossdock/runner/FolderInUse")("FolderInUse", {
  folder: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    const { is, message } = DatabaseErrorDiagnosis.of(this.cause)
    if (is !== "busy") return `the lock file runner.lock in the data folder ${this.folder} cannot be used: ${message}`
    return `another runner uses the data folder ${this.folder}; stop it, or set CROSSDOCK_DATA to another folder`
  }
}

/** Holds the lock until the scope closes. */
export const hold = (folder: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const lock = new DatabaseSync(join(folder, "runner.lock"), { timeout: 2000 })
        try {
          lock.exec("BEGIN EXCLUSIVE")
        } catch (cause) {
          lock.close()
          throw cause
        }
        return lock
      },
      catch: (cause) => new FolderInUse({ folder, cause })
    }),
    (lock) => Effect.sync(() => lock.close())
  )
