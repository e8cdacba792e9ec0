/**
 * Who may call which operation of the admin API. Rights are checked, not roles: a role is a named set of rights. Each operation has one row
 * in the table `access` beside the definition, and an operation without a row does not compile.
 */
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

/**
 * - `read`: see orders, stock, messages, calls and the state of the runner, with personal data masked
 * - `reveal`: see personal data, with a reason that the audit keeps
 * - `tellAgain`: send a message again
 * - `hold`: hold an order of the desk, and release it
 * - `decide`: say what became of a create whose outcome is unknown, take an order over, book what was found
 * - `names`: change the names of warehouses, channels and SKUs
 * - `operate`: pause, resume and test connections, compare with peers
 * - `configure`: add, change and remove connections, links and their secrets
 * - `administer`: erase personal data, change the master key, end a restore
 * - `people`: see and change who may sign in
 * - `audit`: see what others did
 */
export const Right = Schema.Literals(["read", "reveal", "tellAgain", "hold", "decide", "names", "operate", "configure", "administer", "people", "audit"])
export type Right = typeof Right.Type

/** The roles and their rights. */
export const roles = {
  viewer: ["read"],
  merchant: ["read", "reveal", "tellAgain", "names"],
  operator: ["read", "reveal", "tellAgain", "hold", "decide", "names", "operate"],
  administrator: Right.literals
} as const satisfies Record<string, ReadonlyArray<Right>>
export type Role = keyof typeof roles
export const Role = Schema.Literals(["viewer", "merchant", "operator", "administrator"])

/**
 * What an account that is limited to links may do with an operation:
 * - `link`: call it; it shows and changes nothing of other links
 * - `all`: nothing, because it concerns all links; the call is refused
 * - `none`: call it; it concerns no link
 */
export type Scope = "link" | "all" | "none"

/**
 * What an operation needs beside a right of the account:
 * - `anyAccount`: that somebody has signed in, or presents a token; he need not have a right
 * - `anyone`: nothing, because it is how somebody signs in
 */
export interface Access {
  readonly right: Right | "anyAccount" | "anyone"
  readonly scope: Scope
  /**
   * What a call does that is no GET. Absent: it changes something, which the audit records with a reason.
   * - `read`: it changes nothing
   * - `plain`: the audit records it, and it needs no reason
   * - `unless`: without this member of its payload it only counts what it would change
   */
  readonly act?: "read" | "plain" | { readonly unless: "confirm" | "isConfirmed" }
}

/** Who calls: a person who has signed in, or a token. */
export interface Account {
  /** Undefined: the admin token of the runner, or the first sign-in. */
  readonly id?: string | undefined
  /** For the history and the audit. */
  readonly name: string
  readonly via: "session" | "token"
  /** Undefined: the admin token of the runner, which has all rights. */
  readonly role?: Role | undefined
  readonly rights: ReadonlySet<Right>
  /** The scopes of the links to which the account is limited. Undefined: it is not limited. */
  readonly links: ReadonlySet<string> | undefined
}

/** The account that makes this call. */
export class Caller extends Context.Service<Caller, Account>()("@crossdock/admin-api/Caller") {}
