/**
 * `links rotate` and `links end-secret`: change the secret of a caller so that no call is refused.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CallerSecret } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import { given as member, spanOf, who } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, plain } from "./Output.ts"

const scope = Argument.String("scope").pipe(Argument.withDescription("Scope of the link, as `crossdock links ls` shows it"))

const ofProtocol = Flag.String("protocol").pipe(
  Flag.withDescription("Protocol of the caller, if the link has several (default: the first)"),
  Flag.withMetavar("protocol"),
  Flag.optional
)

const overlap = Flag.String("overlap").pipe(
  Flag.withDescription("For how long the earlier secret is accepted as well: 2h, 7d, at most 90d; 0s ends it at once (default 1d)"),
  Flag.withMetavar("time"),
  Flag.withDefault("1d")
)

/** A secret from a file or stdin, because arguments stay in the shell history. A line break at the end is not part of it. */
const secretFrom = (text: string) =>
  text === "-" || text.startsWith("@")
    ? Effect.map(Input.read(text), (read) => Redacted.make(read.replace(/\r?\n$/, ""), { label: "secretKey" }))
    : Effect.fail(usage("arguments stay in the shell history; write the secret into a file of mode 0600 and give @file, or give - and pipe it in"))

const rotatedText = ({ protocol, endsAt, id, isDeclared, links, startedAt }: CallerSecret): string =>
  lines(
    `${plain(protocol)} ${plain(id)} has a new secret, which every node accepts within 2 seconds (${links.map(plain).join(", ")})`,
    DateTime.toEpochMillis(endsAt) > DateTime.toEpochMillis(startedAt)
      ? `its earlier secret is accepted until ${DateTime.formatIso(endsAt)}; give the caller the new one before then. Once it uses the new one only: crossdock links end-secret ${plain(links[0] ?? "")}`
      : "its earlier secret is refused from now on",
    ...(isDeclared ? ["the composition has a secret that was replaced; the stored one stays in use after a restart. Put the new one where the composition reads it when it suits you"] : [])
  )

export const rotate = Command.make("rotate", {
  scope,
  secret: Argument.String("secret").pipe(Argument.withDescription("The new secret: @file, or - for stdin")),
  overlap,
  protocol: ofProtocol,
  who
}, Effect.fnUntraced(function*(given) {
  const span = spanOf(given.overlap)
  if (span === undefined) return yield* Effect.fail(usage(`--overlap ${JSON.stringify(given.overlap)} is not a time; write 2h, 7d or 0s`))
  const secretKey = yield* secretFrom(given.secret)
  const payload = { secretKey, overlapSeconds: Math.round(Duration.toSeconds(span)), ...member("protocol", given.protocol), ...member("who", given.who) }
  yield* answer(CallerSecret, yield* ask((client) => client.links.rotate({ params: { scope: given.scope }, payload })), rotatedText)
})).pipe(
  Command.withDescription(
    "Give the caller of a link a new secret, also of a link that the composition declares. The earlier secret is accepted until\n" +
      "  the overlap ends, so no call is refused meanwhile. All links of the caller's id get the new secret. Change it in three\n" +
      "  steps: run this command; give the caller the new secret; when it uses the new one only, end the earlier one with\n" +
      "  `crossdock links end-secret`, or let it end by itself. `crossdock doctor` says who still uses the earlier secret before it\n" +
      "  ends. A secret that has ended is refused like any wrong one; the log and `crossdock doctor` say which. A weak secret is\n" +
      "  refused: make one with `openssl rand -base64 32`. Exit code 1: the secret was not changed."
  ),
  Command.withShortDescription("Give the caller of a link a new secret"),
  Command.withExamples([
    { command: "openssl rand -base64 32 > new-secret && crossdock links rotate warehouse:acc-2 @new-secret --overlap 7d" },
    { command: "pass show erp/acc-2 | crossdock links rotate warehouse:acc-2 - --as ada" },
    { command: "crossdock links rotate warehouse:acc-2 @new-secret --overlap 0s" }
  ])
)

export const endSecret = Command.make("end-secret", { scope, protocol: ofProtocol, who }, Effect.fnUntraced(function*(given) {
  const payload = { ...member("protocol", given.protocol), ...member("who", given.who) }
  const found = yield* ask((client) => client.links.endSecret({ params: { scope: given.scope }, payload }))
  yield* answer(CallerSecret, found, ({ protocol, id }) =>
    `the earlier secret of ${plain(protocol)} ${plain(id)} is refused from now on, on every node within 2 seconds`)
})).pipe(
  Command.withDescription(
    "End the earlier secret of a caller before its time, because the caller uses the new one only, or because somebody else knows\n" +
      "  the earlier one. Exit code 1: the caller has no earlier secret, or it has ended."
  ),
  Command.withShortDescription("End the earlier secret of a caller now"),
  Command.withExamples([{ command: "crossdock links end-secret warehouse:acc-2" }])
)
