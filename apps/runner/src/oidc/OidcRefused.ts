/**
 * Why somebody could not sign in by a provider: what happened, and how to mend it, for the person in front of the browser.
 */
import * as Data from "effect/Data"
import { word } from "../ShellWord.ts"

export class OidcRefused extends Data.TaggedError("OidcRefused")<{
  readonly status: 400 | 403 | 404 | 429 | 502
  readonly code: string
  readonly message: string
  /** For the log of the runner alone. */
  readonly cause?: string
}> {}

const localWay = "or sign in with name and password"

export const notConfigured = new OidcRefused({ status: 404, code: "OIDC_NOT_CONFIGURED", message: "this runner has no sign-in provider; sign in with name and password" })

export const unknown = new OidcRefused({
  status: 400,
  code: "OIDC_SIGN_IN_UNKNOWN",
  message: "this sign-in was not begun in this browser, was used before, or is older than ten minutes; nobody was signed in. Begin again on the sign-in page"
})

export const tooMany = new OidcRefused({ status: 429, code: "TOO_MANY_GUESSES", message: "too many sign-ins were begun or refused from your address; wait a minute" })

export const unreachable = (provider: string, cause: string) =>
  new OidcRefused({ status: 502, code: "OIDC_UNREACHABLE", message: `${provider} does not answer, so nobody can sign in with it now; try again later, ${localWay}`, cause })

export const badAnswer = (provider: string, cause: string) =>
  new OidcRefused({
    status: 502,
    code: "OIDC_ANSWER_REFUSED",
    message: `the answer of ${provider} is not valid, so nobody was signed in; try again, ${localWay}. If it happens again, the log of the runner has the cause`,
    cause
  })

export const denied = (provider: string, error: string) =>
  new OidcRefused({ status: 403, code: "OIDC_DENIED", message: `${provider} did not let you in (${error}); try again, ${localWay}`, cause: error })

/** The subject is quoted, because a provider may give somebody one that a shell would carry out. */
export const notLinked = (provider: string, subject: string) =>
  new OidcRefused({
    status: 403,
    code: "OIDC_NOT_LINKED",
    message: `you have signed in with ${provider}, but no account here belongs to you. Send an administrator this: crossdock people change <your name> --oidc-subject ${word(subject)}`,
    cause: `the subject ${subject} is linked to no account`
  })

export const ruleEnded = (provider: string, name: string) =>
  new OidcRefused({ status: 403, code: "OIDC_RULE_ENDED", message: `what ${provider} says of you does not let you in here any more; ask an administrator`, cause: `no rule fits ${JSON.stringify(name)} any more` })

export const accountEnded = (provider: string, subject: string) =>
  new OidcRefused({
    status: 403,
    code: "OIDC_ACCOUNT_ENDED",
    message: `${provider} lets you in, but an administrator has ended your account here; ask an administrator, who can let you in again with --oidc-subject ${word(subject)}`,
    cause: `the account of the subject ${subject} was ended`
  })

export const nameRefused = (provider: string, subject: string, because: string) =>
  new OidcRefused({
    status: 403,
    code: "OIDC_NAME_REFUSED",
    message: `${provider} lets you in, but no account can have your name: ${because}. An administrator can link you to an account with --oidc-subject ${word(subject)}`,
    cause: `the subject ${subject}: ${because}`
  })
