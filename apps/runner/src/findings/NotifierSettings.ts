/**
 * Who is told of findings, read from the environment of the process.
 */
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { severities, type Severity } from "../doctor/SeverityScale.ts"
import { usual } from "./FindingStore.ts"

export interface NotifierSettings {
  readonly webhook: { readonly url: URL; readonly secret: Redacted.Redacted } | undefined
  readonly mail: { readonly server: Redacted.Redacted; readonly from: string; readonly to: ReadonlyArray<string> } | undefined
  /** The least grave findings that are told. */
  readonly tellsFrom: Severity
  /** A finding that begins again within so many milliseconds after its end is not told again. */
  readonly quiet: number
}

export const none: NotifierSettings = { webhook: undefined, mail: undefined, tellsFrom: "error", quiet: usual.quiet }

export const variables = Config.all({
  /** Where findings are posted to. */
  url: Config.option(Config.URL("CROSSDOCK_NOTIFY_URL")),
  /** Signs what is posted. */
  secret: Config.option(Config.Redacted("CROSSDOCK_NOTIFY_SECRET")),
  /** The mail server, such as smtp://user:password@mail.example.org:587. */
  server: Config.option(Config.Redacted("CROSSDOCK_SMTP_URL")),
  from: Config.option(Config.NonEmptyString("CROSSDOCK_MAIL_FROM")),
  to: Config.option(Config.NonEmptyString("CROSSDOCK_MAIL_TO")),
  tellsFrom: Config.Literals(severities, "CROSSDOCK_NOTIFY_SEVERITY").pipe(Config.withDefault(none.tellsFrom)),
  quiet: Config.Duration("CROSSDOCK_NOTIFY_QUIET").pipe(Config.withDefault(Duration.millis(none.quiet)))
})

/** The characters of a secret that cannot be guessed. */
export const secretLength = 24

const isServer = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "smtp:" || url.protocol === "smtps:") && url.hostname !== ""
}

/** What the variables say, or what is wrong with them. */
export const read = ({ from, quiet, secret, server, tellsFrom, to, url }: Config.Success<typeof variables>): NotifierSettings | { readonly problem: string } => {
  if (Option.isSome(url) !== Option.isSome(secret)) return { problem: "CROSSDOCK_NOTIFY_URL and CROSSDOCK_NOTIFY_SECRET are set together, so that a receiver can verify what it gets; make a secret with: openssl rand -base64 32" }
  if (Option.isSome(url) && url.value.protocol !== "https:" && url.value.protocol !== "http:") return { problem: "CROSSDOCK_NOTIFY_URL is not an address that begins with https:// or http://" }
  if (Option.isSome(secret) && Redacted.value(secret.value).length < secretLength) return { problem: `CROSSDOCK_NOTIFY_SECRET is easy to guess; use at least ${secretLength} random characters: make one with: openssl rand -base64 32` }
  if (Option.isSome(server) && !isServer(Redacted.value(server.value))) return { problem: "CROSSDOCK_SMTP_URL is not like smtp://user:password@mail.example.org:587, or smtps:// for a server that begins with TLS" }
  if (Option.isSome(server) !== Option.isSome(to) || Option.isSome(server) !== Option.isSome(from)) return { problem: "CROSSDOCK_SMTP_URL, CROSSDOCK_MAIL_FROM and CROSSDOCK_MAIL_TO are set together" }
  return {
    webhook: Option.isSome(url) && Option.isSome(secret) ? { url: url.value, secret: secret.value } : undefined,
    mail: Option.isSome(server) && Option.isSome(from) && Option.isSome(to)
      ? { server: server.value, from: from.value, to: to.value.split(",").map((one) => one.trim()).filter((one) => one !== "") }
      : undefined,
    tellsFrom,
    quiet: Duration.toMillis(quiet)
  }
}
