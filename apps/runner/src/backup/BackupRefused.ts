/**
 * Why a backup was not made, or was not put in place. Nothing was changed.
 */
import * as Schema from "effect/Schema"

export class BackupRefused extends Schema.TaggedError<BackupRefused>("@crossdock/runner/BackupRefused")("BackupRefused", {
  code: Schema.Literals(["TARGET_EXISTS", "NO_DATABASE", "NO_KEY", "NOT_A_BACKUP", "TOOL_FAILED", "COPY_DIFFERS", "COPY_DAMAGED", "KEY_REFUSED", "RUNNER_IS_UP", "NOT_EMPTY", "OTHER_DATABASE", "DISK_FAILED"]),
  message: Schema.String
}) {}

export const refused = (code: BackupRefused["code"], message: string) => new BackupRefused({ code, message })

/** Work on files; a failure of the disk is one of the backup. */
export const onDisk = (error: unknown) => refused("DISK_FAILED", `the disk refused: ${error instanceof Error ? error.message : String(error)}`)
