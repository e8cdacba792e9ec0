/**
 * Settings of Node that would break promises of the runner for every connection at once: one accepts any certificate of a peer, the other
 * reads malformed HTTP as a proxy in front may not. A start refuses both.
 */
import type { Environment } from "./ProcessEnvironment.ts"

/** Node takes a flag of its own with dashes and with underscores. */
const nameOf = (flag: string): string => flag.split("=", 1)[0]!.replaceAll("_", "-")

/** Says which setting is refused and what to do; undefined if there is none. `flags` are those that Node was started with. */
export const problemOf = ({ NODE_OPTIONS = "", NODE_TLS_REJECT_UNAUTHORIZED }: Environment, flags: ReadonlyArray<string>): string | undefined => {
  if (NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    return "NODE_TLS_REJECT_UNAUTHORIZED=0 accepts any certificate of any peer; unset it, and name the certificate of your own authority in NODE_EXTRA_CA_CERTS"
  }
  return [...flags, ...NODE_OPTIONS.split(/\s+/)].some((flag) => nameOf(flag) === "--insecure-http-parser")
    ? "the flag --insecure-http-parser lets callers hide a request in another one; remove it, also from NODE_OPTIONS"
    : undefined
}
