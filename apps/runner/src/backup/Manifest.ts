/**
 * What a backup says of itself, in the file `backup.json` beside its copy of the database.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { refused } from "./BackupRefused.ts"

export const Manifest = Schema.Struct({
  format: Schema.Literal(1),
  /** ISO 8601. */
  madeAt: Schema.String,
  dialect: Schema.Literals(["sqlite", "postgres"]),
  /** The newest migration of the database. */
  migration: Schema.String,
  /** Bytes of the copy. */
  bytes: Schema.Int,
  /** Rows by table. */
  rows: Schema.Record(Schema.String, Schema.Int),
  /** Whether `secret-key` is in the backup; otherwise the key is kept elsewhere. */
  hasKey: Schema.Boolean
})
export type Manifest = typeof Manifest.Type

const Text = Schema.fromJsonString(Manifest)
export const encode = Schema.encodeSync(Text)

/** The names of the files of a backup. */
export const files = { manifest: "backup.json", key: "secret-key", sqlite: "crossdock.sqlite", postgres: "crossdock.dump" } as const

/** Reads the manifest of a backup folder. */
export const read = (folder: string) =>
  Effect.try({ try: () => readFileSync(join(folder, files.manifest), "utf8"), catch: () => undefined }).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Text)),
    Effect.mapError(() => refused("NOT_A_BACKUP", `${folder} is not a whole backup of crossdock backup: its ${files.manifest} is missing or not valid`))
  )
