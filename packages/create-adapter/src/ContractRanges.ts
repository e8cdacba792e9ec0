/**
 * How long each contract is served, as the ranges of versions that plugins write down (docs/guides/releases.md).
 */
import type { Kind } from "./Choice.ts"

/**
 * The first version of `@crossdock/core`, and of the packages that share its version, which does not serve the contract of a
 * kind of plugin any more. Every version before it does, so a plugin needs no new release for a new one.
 */
export const until: Readonly<Record<Kind, string>> = { warehouse: "2.0.0", platform: "2.0.0", erp: "2.0.0" }

/** The versions that serve a plugin of a kind that was written with `version`. */
export const range = (kind: Kind, version: string): string => `>=${version} <${until[kind]}`
