/**
 * What the author of a plugin of any contract gives its suite about an account at the peer: how a person grants access, how the
 * tokens expire, and how callbacks are signed.
 */
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

export interface AccountFixture<R = never> {
  /** Only for a plugin whose access tokens expire. */
  readonly tokenExpiry?: {
    /** Makes the peer refuse every token that it has issued so far. */
    readonly expire: Effect.Effect<void, unknown, R>
    /** How many tokens the peer has issued, including those of logins. */
    readonly issued: Effect.Effect<number, unknown, R>
  }
  /** Needed when the plugin has `authorization`. */
  readonly authorization?: {
    /** Grants access as a person does at this URL. Returns the query parameters with which the peer redirects the person back. */
    readonly grant: (url: URL) => Effect.Effect<Readonly<Record<string, Redacted.Redacted<string>>>, unknown, R>
    /** Parameters that come back when no access was granted. */
    readonly wrong: Readonly<Record<string, Redacted.Redacted<string>>>
    /** Whether the peer accepts these as a credential. */
    readonly accepts: (values: Readonly<Record<string, Redacted.Redacted<string>>>) => Effect.Effect<boolean, unknown, R>
  }
}

/** The signature of a callback: `genuine`, `forged` (made with another key) or `none` (left out). */
export type Sign = "genuine" | "forged" | "none"
