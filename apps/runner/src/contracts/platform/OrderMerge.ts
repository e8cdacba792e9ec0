/**
 * Decides what becomes of an order that arrives once more, by pull or by push (U-96). Equal content is a repeat. Otherwise the
 * content with the later time of change wins.
 */

export type Origin = "pull" | "push"

export interface Version {
  /** When the platform last changed the order, or when the runner received it if the platform does not tell that. Milliseconds since 1970. */
  readonly at: number
  /** SHA-256 of the content, in which the members of the platform's message are sorted. */
  readonly digest: string
}

/**
 * - `store`: the content replaces what is stored, and the ERP is told
 * - `repeat`: the content is stored already
 * - `outdated`: what is stored changed later
 * - `ask`: the two cannot be ordered in time; the stored content stays until the shop was asked
 */
export type Decision = "store" | "repeat" | "outdated" | "ask"

export const decide = (stored: Version | undefined, received: Version, by: Origin): Decision => {
  if (stored === undefined) return "store"
  if (stored.digest === received.digest) return "repeat"
  if (stored.at !== received.at) return stored.at < received.at ? "store" : "outdated"
  return by === "pull" ? "store" : "ask"
}
