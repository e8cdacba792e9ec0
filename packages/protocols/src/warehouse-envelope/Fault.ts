/**
 * How a failure looks on this wire: success false and a text `CODE: what, where, how to mend`.
 */

/** Why a call is refused; `says` tells what is wrong and how to mend it and quotes no free text. */
export interface Refusal {
  readonly code: string
  readonly says: string
  /** JSON pointer into `content`. */
  readonly path?: string
  /** Only where a limit is reached (429) or a Doubtful answer is configured to say so (503); otherwise 200. */
  readonly httpStatus?: 503 | 429
}
