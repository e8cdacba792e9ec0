/**
 * `restore`: puts a backup in place, shows whether the runner works on a restored backup, and ends that mode.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RestoreState } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { asCommand, pgBin } from "./BackupCommand.ts"
import { admin, CommandEnvironment, given as member, token, who } from "./Flags.ts"
import { answer, answerJson, lines, plain, remark, time } from "./Output.ts"

const text = ({ deliveries, doubtful, isRestored, since, unread }: RestoreState): string =>
  isRestored
    ? lines(
      `the runner works on a restored backup${since === undefined ? "" : ` since ${time(since)}`}: it sends deliveries only when asked, and asks the warehouse before each create`,
      `  creates that the warehouse may or may not have            ${doubtful}   crossdock intents ls`,
      `  deliveries that are sent when the restore mode ends       ${deliveries}   crossdock deliveries ls`,
      ...(unread.length === 0 ? [] : [`  shops that were not read past the start of this mode      ${unread.length}   ${unread.map(plain).join(", ")}`])
    )
    : "the runner works normally, not on a restored backup"

const show = Command.make("show", {}, () => Effect.flatMap(ask((client) => client.runner.restore()), (found) => answer(RestoreState, found, text))).pipe(
  Command.withDescription("Show whether the runner works on a restored backup, and what waits until that ends"),
  Command.withExamples([{ command: "crossdock restore show" }])
)

const end = Command.make("end", {
  yes: Flag.Boolean("yes").pipe(Flag.withoutNegation, Flag.withDescription("End the restore mode; without it the command only shows what waits"), Flag.withDefault(false)),
  unreadShops: Flag.Boolean("unread-shops").pipe(
    Flag.withoutNegation,
    Flag.withDescription("End it although shops were not read past its start; the history records it. Their orders from before the end are held when they are read"),
    Flag.withDefault(false)
  ),
  who
}, Effect.fnUntraced(function*(given) {
  const found = yield* ask((client) => given.yes ? client.runner.endRestore({ query: { ...(given.unreadShops && { withUnread: true }), ...member("who", given.who) } }) : client.runner.restore())
  yield* answer(RestoreState, found, text)
  if (!given.yes && found.isRestored) yield* remark("\nnothing was changed; repeat with --yes to end the restore mode")
})).pipe(
  Command.withDescription(
    "End the restore mode: waiting deliveries are sent, and creates no longer ask the warehouse first. Do this after the ERP\n" +
      "  has repeated all orders that the backup may lack and every Doubtful create is settled: an order from after the backup\n" +
      "  that the ERP repeats later is created twice. It is refused until each shop was read past the start of the mode.\n" +
      "  Orders of shops from before its end are held by the desk whenever they are read. Without --yes the command only shows what waits."
  ),
  Command.withShortDescription("End the restore mode"),
  Command.withExamples([{ command: "crossdock restore end" }, { command: "crossdock restore end --yes" }])
)

const put = Command.make("put", {
  folder: Argument.String("folder").pipe(Argument.withDescription("What crossdock backup has made")),
  erasures: Flag.String("erasures").pipe(
    Flag.withDescription("Where else the list of erasures is: the address of the PostgreSQL database of before, a SQLite file, or the folder of a newer backup"),
    Flag.optional
  ),
  pgBin
}, Effect.fnUntraced(function*(given) {
  const environment = yield* CommandEnvironment
  const restoring = yield* Effect.promise(() => import("../backup/RestoreBackup.ts"))
  const done = yield* restoring.put(environment, given.folder, Option.getOrUndefined(given.pgBin), given.erasures).pipe(Effect.catchTags(asCommand))
  yield* answerJson(done, () => lines(
    `${plain(done.database)} is the backup of ${done.manifest.madeAt} now, verified before it was put in place`,
    ...done.aside.map((file) => `what was there is kept: ${plain(file)}`),
    done.erasuresProblem === undefined
      ? `erasures that were carried over: ${done.erasures}; the runner erases again what the backup has brought back`
      : `no list of erasures was carried over, because ${plain(done.erasuresProblem)}: name a place of one with --erasures, or erase again`,
    "start the runner: it begins in the mode for restored backups by itself, see crossdock restore show"
  ))
})).pipe(
  Command.withDescription(
    "Put a backup in the place of the database of a stopped runner. The backup is verified once more. SQLite: the files of before are\n" +
      "  renamed, not removed, and the command is refused while a runner uses the data folder. PostgreSQL: DATABASE_URL has to name an\n" +
      "  empty database. The next start begins the mode for restored backups by itself: it sends nothing and asks before each create.\n" +
      "  The list of what was erased is carried over from the SQLite file of before, and from the place of --erasures."
  ),
  Command.withShortDescription("Put a backup in the place of the database"),
  Command.withExamples([
    { command: "crossdock restore put /backups/2026-11-27" },
    { command: "DATABASE_URL=postgres://crossdock@db/restored crossdock restore put /backups/2026-11-27 --erasures postgres://crossdock@db/crossdock" }
  ])
)

export const restore = Command.make("restore").pipe(
  Command.withDescription("Put a backup in place, and the mode of a runner that works on one"),
  Command.withSubcommands([put, show, end]),
  Command.withGlobalFlags([admin, token])
)
