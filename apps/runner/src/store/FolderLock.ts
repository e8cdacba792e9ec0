/**
 * Allows one runner per data folder, because a second one would take over the work of the first as if it had died. It
 * uses a lock of SQLite, which the operating system releases whenever the process ends.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

export class FolderInUse extends Schema.TaggedError<FolderInUse>("@crossdock/runner/FolderInUse")("FolderInUse", {
  folder: Schema.String
}) {
  override get message(): string {
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
      catch: () => new FolderInUse({ folder })
    }),
    (lock) => Effect.sync(() => lock.close())
  )
