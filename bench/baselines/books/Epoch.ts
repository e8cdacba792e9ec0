/**
 * The fence against an earlier process: each start gets a new epoch, and whatever a process claims, it claims only while its
 * epoch is the newest. A process that has lost its epoch ends.
 */
import type { DatabaseSync } from "node:sqlite"

const beatMs = 1000

/** A condition of a statement that claims something; `?` is the epoch. */
export const isNewest = "exists (select 1 from node where epoch = ?)"

export const nextEpoch = (db: DatabaseSync): number => {
  db.exec("create table if not exists node (id integer primary key check (id = 1), epoch integer not null, beat_at integer not null)")
  const begun = db.prepare("insert into node (id, epoch, beat_at) values (1, 1, ?) on conflict (id) do update set epoch = epoch + 1, beat_at = excluded.beat_at returning epoch")
  const { epoch } = begun.get(Date.now()) as { readonly epoch: number }
  const beat = db.prepare("update node set beat_at = ? where epoch = ?")
  setInterval(() => {
    if (beat.run(Date.now(), epoch).changes === 0) process.exit(1)
  }, beatMs).unref()
  return epoch
}
