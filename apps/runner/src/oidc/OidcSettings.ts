/**
 * The provider by which people sign in beside passwords (OpenID Connect), read from the environment of the process.
 */
import { Role } from "@crossdock/admin-api"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isLoopback } from "../AdminHosts.ts"

/** Whoever has this value in this claim gets an account of this role when he signs in first. */
const Rule = Schema.Struct({
  claim: Schema.NonEmptyString,
  has: Schema.NonEmptyString,
  role: Role,
  links: Schema.optionalKey(Schema.NonEmptyArray(Schema.NonEmptyString))
})
export type Rule = typeof Rule.Type

export interface OidcSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Undefined: the provider knows the runner as a public client. */
  readonly clientSecret: Redacted.Redacted | undefined
  /** How the console calls the provider. */
  readonly name: string
  readonly scopes: string
  /** The first that fits counts. Without rules, an administrator links each person to an account. */
  readonly rules: ReadonlyArray<Rule>
}

export const variables = Config.all({
  issuer: Config.option(Config.URL("CROSSDOCK_OIDC_ISSUER")),
  clientId: Config.option(Config.NonEmptyString("CROSSDOCK_OIDC_CLIENT_ID")),
  clientSecret: Config.option(Config.Redacted("CROSSDOCK_OIDC_CLIENT_SECRET")),
  name: Config.option(Config.NonEmptyString("CROSSDOCK_OIDC_NAME")),
  scopes: Config.NonEmptyString("CROSSDOCK_OIDC_SCOPES").pipe(Config.withDefault("openid")),
  rules: Config.option(Config.NonEmptyString("CROSSDOCK_OIDC_RULES"))
})

const readRules = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Array(Rule)), { onExcessProperty: "error" })

const longestName = 60

/** Whether nobody between the runner and an address can read along or answer in its place. */
export const isSafe = ({ hostname, protocol }: URL): boolean => protocol === "https:" || (protocol === "http:" && isLoopback(hostname.replace(/^\[(.*)\]$/, "$1")))

/** What the variables say, or what is wrong with them. Undefined: nobody signs in by a provider. */
export const read = ({ clientId, clientSecret, issuer, name, rules, scopes }: Config.Success<typeof variables>): { readonly settings: OidcSettings | undefined } | { readonly problem: string } => {
  if (Option.isNone(issuer) && Option.isNone(clientId)) {
    return Option.isSome(clientSecret) || Option.isSome(rules) || Option.isSome(name)
      ? { problem: "CROSSDOCK_OIDC_ISSUER and CROSSDOCK_OIDC_CLIENT_ID are missing; set both, or none of the variables that begin with CROSSDOCK_OIDC_" }
      : { settings: undefined }
  }
  if (Option.isNone(issuer) || Option.isNone(clientId)) return { problem: "CROSSDOCK_OIDC_ISSUER and CROSSDOCK_OIDC_CLIENT_ID are set together" }
  const url = issuer.value
  if (!isSafe(url)) return { problem: "CROSSDOCK_OIDC_ISSUER begins with https://; http:// is taken for an address of this machine alone" }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return { problem: "CROSSDOCK_OIDC_ISSUER has no user name, no password, no ? and no #; write the issuer as the provider names it" }
  if (!scopes.split(" ").includes("openid")) return { problem: "CROSSDOCK_OIDC_SCOPES names openid, and further scopes after a space" }
  if (Option.isSome(name) && name.value.length > longestName) return { problem: `CROSSDOCK_OIDC_NAME has at most ${longestName} characters` }
  const decoded = Option.isSome(rules) ? readRules(rules.value) : Result.succeed([])
  if (Result.isFailure(decoded)) {
    return { problem: "CROSSDOCK_OIDC_RULES is not like [{\"claim\":\"groups\",\"has\":\"crossdock\",\"role\":\"viewer\",\"links\":[\"platform:acc-1:shopify:7\"]}]; role is viewer, merchant, operator or administrator, and links may be left out" }
  }
  return {
    settings: {
      issuer: url,
      clientId: clientId.value,
      clientSecret: Option.getOrUndefined(clientSecret),
      name: Option.getOrElse(name, () => url.host),
      scopes,
      rules: decoded.success
    }
  }
}
