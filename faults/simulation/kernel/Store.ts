/**
 * The one database of a simulated world, in a file that lives in memory. Each process has a handle of its own; what a
 * process has not committed when it dies is gone.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Row } from "../../../apps/runner/src/store/Database.ts"
import { complete, Database } from "../../../apps/runner/src/store/Database.ts"
import * as Migrations from "../../../apps/runner/src/store/Migrations.ts"
import * as SqliteClient from "../../../apps/runner/src/store/SqliteClient.ts"
import * as SqliteGroupCommit from "../../../apps/runner/src/store/SqliteGroupCommit.ts"
import { runner } from "../../../apps/runner/src/store/SqliteStatements.ts"
import type { Run } from "../../../apps/runner/src/store/UnitOfWork.ts"
import type { Random } from "../Random.ts"
import type { Kernel } from "./Kernel.ts"
import type { Process } from "./Process.ts"

export interface Store {
  readonly isInTransaction: () => boolean
  readonly rollBack: () => void
  /** So many of a hundred transactions cannot begin or cannot be committed. */
  readonly breaks: (percent: number, random: Random) => void
  readonly layer: (kernel: Kernel, process: Process) => Layer.Layer<Database>
  /** Committed rows. */
  readonly query: (text: string) => ReadonlyArray<Row>
  /** As new. */
  readonly clear: () => void
  readonly close: () => void
}

const memory = "/dev/shm"

export const open = async (): Promise<Store> => {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "crossdock-simulation-"))
  const file = join(folder, "world.sqlite")
  const db = new DatabaseSync(file)
  db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=100000")
  const write = runner(db)
  await Effect.runPromise(Migrations.run("sqlite").pipe(Effect.provide(SqliteClient.layer(write))))
  const reader = new DatabaseSync(file, { readOnly: true })
  const read = runner(reader)
  const tables = read("select name from sqlite_master where type = 'table' and name not like '%migrations' and name not like 'sqlite_%'", [])

  let isFailing = (): boolean => false
  /** A full disk, or a database that somebody else holds. */
  const breakable = {
    get isTransaction() {
      return db.isTransaction
    },
    exec: (text: string) => {
      if ((text === "COMMIT" || text.startsWith("BEGIN")) && isFailing()) throw Object.assign(new Error("the disk is full"), { errcode: 13 })
      db.exec(text)
    }
  }

  return {
    breaks: (percent, random) => {
      isFailing = percent === 0 ? () => false : () => random.chance(percent)
    },
    isInTransaction: () => db.isTransaction,
    rollBack: () => {
      if (db.isTransaction) db.exec("ROLLBACK")
    },
    layer: (kernel, process) => {
      const own = (run: Run): Run => (text, values) => {
        if (!process.isUp()) throw new Error(`${process.id} is not up, and asked for: ${text}`)
        return run(text, values)
      }
      return Layer.effect(
        Database,
        Effect.map(
          SqliteGroupCommit.make({ db: breakable, write: own(write), read: own(read), soon: process.soon, now: Effect.sync(kernel.now) }),
          // Nobody looks at a page, so nobody is told what was written.
          (driver) => complete({ ...driver, written: { listen: () => () => {} } })
        )
      )
    },
    query: (text) => read(text, []),
    clear: () => {
      isFailing = () => false
      for (const { name } of tables) db.exec(`delete from "${name}"`)
      db.exec("delete from sqlite_sequence; PRAGMA wal_checkpoint(TRUNCATE)")
    },
    close: () => {
      reader.close()
      db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
