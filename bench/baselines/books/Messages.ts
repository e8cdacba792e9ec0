/** Keeps contents, encrypted, in rows that are only inserted. */
import type { Store } from "./Store.ts"

/** The only link of the bench; its callers and peers have no other. */
export const link = "bench"

const tables = `
create table if not exists message (
  id integer primary key, link text not null, entity text not null, at integer not null, what text not null, sealed blob not null);
create index if not exists message_entity on message (link, entity, id);`

/** Stores a content that is never changed. */
export const keeper = ({ db }: Store) => {
  db.exec(tables)
  const insert = db.prepare("insert into message (link, entity, at, what, sealed) values (?, ?, ?, ?, ?)")
  return (entity: string, what: string, at: number, sealed: Buffer): void => void insert.run(link, entity, at, what, sealed)
}
