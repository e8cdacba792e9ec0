/**
 * `secret-key`: changes the key that encrypts the database while the runner runs.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { KeyState } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import { admin, given as member, token, who } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines } from "./Output.ts"

const stateText = ({ change }: typeof KeyState.Type): string => {
  if (change === undefined) return "the key is not being changed: the runner encrypts and decrypts with the key that it was started with"
  const { doneAt, isEnding, isStartedWithNew, sealed, startedAt } = change
  if (isEnding) return "the old key will be forgotten after a last look at every stored text, which goes on by itself; no process starts with it any more. Look again with: crossdock secret-key show"
  return lines(
    `the key is being changed since ${DateTime.formatIso(startedAt)}; ${sealed} stored texts were encrypted again`,
    doneAt === undefined
      ? "keep both keys: there may be texts that only the old one decrypts"
      : `the new key decrypts everything since ${DateTime.formatIso(doneAt)}`,
    doneAt === undefined
      ? "the runner goes on by itself, also after a restart with either key"
      : isStartedWithNew
      ? "once every node was restarted with the new key: crossdock secret-key finish"
      : "set CROSSDOCK_SECRET_KEY (or the file secret-key) to the new key on every node, restart them one after the other, then: crossdock secret-key finish"
  )
}

const show = Command.make("show", {}, () => Effect.flatMap(ask((client) => client.runner.keyState({})), (found) => answer(KeyState, found, stateText))).pipe(
  Command.withDescription("Say how far a change of the key is, and when the old key may go"),
  Command.withExamples([{ command: "crossdock secret-key show" }])
)

const change = Command.make("change", {
  key: Argument.String("key").pipe(Argument.withDescription("The new key: @file, or - for stdin")),
  who
}, Effect.fnUntraced(function*(given) {
  if (given.key !== "-" && !given.key.startsWith("@")) {
    return yield* Effect.fail(usage("arguments stay in the shell history; write the key into a file of mode 0600 and give @file, or give - and pipe it in"))
  }
  const key = Redacted.make((yield* Input.read(given.key)).replace(/\r?\n$/, ""), { label: "key" })
  yield* answer(KeyState, yield* ask((client) => client.runner.changeKey({ payload: { key, ...member("who", given.who) } })), stateText)
})).pipe(
  Command.withDescription(
    "Change CROSSDOCK_SECRET_KEY while the runner runs, in four steps. 1: this command; from now on all nodes encrypt with the new\n" +
      "  key, decrypt with both, and encrypt what is stored again, in slices. 2: wait until `crossdock secret-key show` says that the new\n" +
      "  key decrypts everything. 3: set the new key on every node and restart them one after the other; each starts with either key.\n" +
      "  4: `crossdock secret-key finish`. Keep both keys until then. A backup made between 1 and 4 holds the new key, encrypted with\n" +
      "  the old one: if somebody else knows the old key, delete such backups. Exit code 1: nothing was changed."
  ),
  Command.withShortDescription("Begin to encrypt the database with another key"),
  Command.withExamples([
    { command: "openssl rand -base64 32 > new-key && crossdock secret-key change @new-key --as ada" },
    { command: "pass show crossdock/new-key | crossdock secret-key change -" }
  ])
)

const finish = Command.make("finish", { who }, (given) =>
  Effect.flatMap(ask((client) => client.runner.finishKey({ query: member("who", given.who) })), (found) =>
    answer(KeyState, found, (state) => state.change === undefined ? "the old key is forgotten; no node starts with it any more, and backups of before need it" : stateText(state)))).pipe(
  Command.withDescription(
    "Forget the old key after a change. Refused until the new key decrypts everything and every node that works was started with it.\n" +
      "  A process that was suspended with the old key loses the database, so it writes nothing with it later; then every stored text is\n" +
      "  looked at once more. No node starts with the old key afterwards. Exit code 1: nothing was changed."
  ),
  Command.withShortDescription("Forget the old key after a change"),
  Command.withExamples([{ command: "crossdock secret-key finish --as ada" }])
)

export const secretKey = Command.make("secret-key").pipe(
  Command.withDescription("Change the key that encrypts the database while the runner runs"),
  Command.withSubcommands([show, change, finish]),
  Command.withGlobalFlags([admin, token])
)
