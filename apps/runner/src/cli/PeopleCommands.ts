/**
 * `people`: who may sign in to the admin API, and the named tokens of scripts.
 */
import { AddedToken, Person, PersonList, Role } from "@crossdock/admin-api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import { ask } from "./AdminClient.ts"
import { usage } from "./CommandErrors.ts"
import { admin, given as member, token } from "./Flags.ts"
import * as Input from "./Input.ts"
import { answer, lines, plain, table, time } from "./Output.ts"

const name = Argument.String("name").pipe(Argument.withDescription("The name with which the person signs in; case does not matter"))

const role = Flag.Literals("role", Role.literals).pipe(Flag.withDescription("What the account may do: viewer, merchant, operator or administrator"))

const links = Flag.String("link").pipe(
  Flag.withDescription("Scope of a link to which the account is limited, as `crossdock links ls` shows it; may be given several times"),
  Flag.withMetavar("scope"),
  Flag.atLeast(0)
)

const asked = (message: string) =>
  Effect.mapError(Prompt.run(Prompt.Hidden({ message })), () => usage("no password was given; nothing was changed"))

const passwordFile = Flag.String("password-file").pipe(
  Flag.withDescription("A file of mode 0600 whose first line is the password. Default: it is typed, or piped in"),
  Flag.withMetavar("file"),
  Flag.optional
)

const oidcSubject = Flag.String("oidc-subject").pipe(
  Flag.withDescription("Link the account to this subject (the claim sub) of the sign-in provider that the runner has; the page of a refused sign-in names it"),
  Flag.withMetavar("subject"),
  Flag.optional
)

const firstLine = (text: string) => Redacted.make(text.replace(/\r?\n[^]*$/, ""), { label: "password" })

/** Refuses a file that others than its owner may read. Windows has no such modes. */
const onlyOwn = Effect.fnUntraced(function*(file: string) {
  const files = yield* FileSystem.FileSystem
  const { mode } = yield* Effect.mapError(files.stat(file), () => usage(`the file ${file} cannot be read; correct the path after --password-file`))
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    return yield* Effect.fail(usage(`others may read the file ${file}: its mode is ${(mode & 0o777).toString(8).padStart(4, "0")}; run \`chmod 600 ${file}\`, and choose another password if somebody may have read it`))
  }
})

/** A new password: from a file, from stdin, or typed twice without being shown. It is never an argument, because arguments stay in the shell history. */
const newPassword = Effect.fnUntraced(function*(file: Option.Option<string>) {
  if (Option.isSome(file)) return firstLine(yield* Effect.andThen(onlyOwn(file.value), Input.read(`@${file.value}`)))
  const { stdinIsTerminal } = yield* Stdio.Stdio
  if (!(yield* stdinIsTerminal)) return firstLine(yield* Input.read("-"))
  const typed = yield* asked("password (at least 12 characters)")
  const again = yield* asked("once more")
  if (Redacted.value(typed) !== Redacted.value(again)) return yield* Effect.fail(usage("the two passwords differ; nothing was changed"))
  return typed
})

const limitText = ({ links: scopes }: Pick<Person, "links">): string => scopes === undefined ? "all links" : scopes.map(plain).join(", ")

const add = Command.make("add", {
  name,
  role,
  links,
  passwordFile,
  oidcSubject,
  isToken: Flag.Boolean("for-script").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Make a named token for a script in place of a person; it is printed once"),
    Flag.withDefault(false)
  )
}, Effect.fnUntraced(function*(given) {
  const common = { name: given.name, role: given.role, ...(given.links.length > 0 && { links: given.links }) }
  if (given.isToken) {
    if (Option.isSome(given.oidcSubject)) return yield* Effect.fail(usage("--for-script and --oidc-subject exclude each other: a script signs in by no provider"))
    const added = yield* ask((client) => client.people.addToken({ payload: common }))
    return yield* answer(AddedToken, added, (one) =>
      lines(`${plain(one.name)} may call the admin API as ${one.role}, for ${limitText(one)}. The token is shown this once:`, one.token))
  }
  // Whoever signs in by the provider needs no password here.
  const password = Option.isSome(given.oidcSubject) && Option.isNone(given.passwordFile) ? undefined : yield* newPassword(given.passwordFile)
  const added = yield* ask((client) => client.people.add({ payload: { ...common, ...member("password", password), ...member("oidcSubject", given.oidcSubject) } }))
  yield* answer(Person, added, (one) => `${plain(one.name)} may sign in as ${one.role}, for ${limitText(one)}`)
})).pipe(
  Command.withDescription(
    "Let a person sign in to the console, with a password that you type or pipe in or by the sign-in provider of the runner, or make a\n" +
      "  named token for a script. Whoever is limited to links sees and changes nothing of others. Exit code 1: nobody was added."
  ),
  Command.withShortDescription("Let a person sign in, or make a named token"),
  Command.withExamples([
    { command: "crossdock people add Anna --role administrator" },
    { command: "pass show crossdock/ben | crossdock people add Ben --role merchant --link platform:acc-1:shopify:7" },
    { command: "crossdock people add Cleo --role operator --oidc-subject 248289761001" },
    { command: "crossdock people add nightly-report --role viewer --for-script" }
  ])
)

/** How somebody signs in. */
const waysText = ({ hasPassword, kind, oidc }: Person): string =>
  kind === "token" ? "token" : [...(hasPassword ? ["password"] : []), ...(oidc === undefined ? [] : [`${oidc.isByRule ? "rule, " : ""}${plain(oidc.subject)} at ${plain(oidc.issuer)}`])].join(", ")

const listText = ({ items }: typeof PersonList.Type): string =>
  items.length === 0
    ? "nobody may sign in yet; add somebody with `crossdock people add <name> --role administrator`"
    : table(
      ["name", "kind", "role", "last seen", "signs in by", "links"],
      items.map((one) => [one.name, one.kind, one.role, one.seenAt === undefined ? undefined : time(one.seenAt), waysText(one), limitText(one)])
    )

const list = Command.make("ls", {}, () => Effect.flatMap(ask((client) => client.people.list()), (found) => answer(PersonList, found, listText))).pipe(
  Command.withDescription("List who may sign in, and the named tokens"),
  Command.withShortDescription("List who may sign in"),
  Command.withExamples([{ command: "crossdock people ls" }])
)

const change = Command.make("change", {
  name,
  role: Flag.optional(role),
  links,
  isForAll: Flag.Boolean("all-links").pipe(Flag.withoutNegation, Flag.withDescription("End the limit to links"), Flag.withDefault(false)),
  withPassword: Flag.Boolean("password").pipe(Flag.withoutNegation, Flag.withDescription("Give a new password, typed or piped in"), Flag.withDefault(false)),
  passwordFile,
  oidcSubject,
  isWithoutOidc: Flag.Boolean("no-oidc").pipe(Flag.withoutNegation, Flag.withDescription("End the link to the sign-in provider"), Flag.withDefault(false))
}, Effect.fnUntraced(function*(given) {
  if (given.isWithoutOidc && Option.isSome(given.oidcSubject)) return yield* Effect.fail(usage("--no-oidc and --oidc-subject exclude each other"))
  if (given.isForAll && given.links.length > 0) return yield* Effect.fail(usage("--all-links and --link exclude each other"))
  const isPassword = given.withPassword || Option.isSome(given.passwordFile)
  if (Option.isNone(given.role) && given.links.length === 0 && !given.isForAll && !isPassword && !given.isWithoutOidc && Option.isNone(given.oidcSubject)) {
    return yield* Effect.fail(usage("nothing to change; give --role, --link, --all-links, --password, --oidc-subject or --no-oidc"))
  }
  const password = isPassword ? yield* newPassword(given.passwordFile) : undefined
  const payload = {
    ...member("role", given.role),
    ...(given.isForAll ? { allLinks: true as const } : given.links.length > 0 && { links: given.links }),
    ...member("password", password),
    ...(given.isWithoutOidc ? { withoutOidc: true as const } : member("oidcSubject", given.oidcSubject))
  }
  const changed = yield* ask((client) => client.people.change({ params: { name: given.name }, payload }))
  yield* answer(Person, changed, (one) => `${plain(one.name)} is ${one.role}, for ${limitText(one)}; all sessions of the account have ended`)
})).pipe(
  Command.withDescription("Change the role, the links, the password or the link to the sign-in provider of an account. Its sessions end. Exit code 1: nothing was changed."),
  Command.withShortDescription("Change what an account may do, or how it signs in"),
  Command.withExamples([
    { command: "crossdock people change Ben --role operator --all-links" },
    { command: "crossdock people change Anna --password" },
    { command: "crossdock people change Anna --oidc-subject 248289761001" }
  ])
)

const remove = Command.make("remove", { name }, (given) =>
  Effect.flatMap(ask((client) => client.people.remove({ params: { name: given.name } })), (found) =>
    answer(Person, found, (one) => `${plain(one.name)} may not sign in any more; all sessions of the account have ended`))).pipe(
    Command.withDescription("End an account. Its sessions end, its token is refused, and what it did stays in the audit. Exit code 1: there is no such account."),
    Command.withShortDescription("End an account"),
    Command.withExamples([{ command: "crossdock people remove Ben" }])
  )

export const people = Command.make("people").pipe(
  Command.withDescription("Say who may sign in to the console, with which role and for which links, and make named tokens for scripts"),
  Command.withSubcommands([add, list, change, remove]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText }
