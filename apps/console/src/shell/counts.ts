/**
 * What waits for a person, beside the pages where it is dealt with.
 */
import type { t } from "../texts.ts"

export interface Count {
  readonly value: number
  /** `f` failed, `d` in doubt, `h` held. */
  readonly tone: "f" | "d" | "h"
}

export const useCounts = (): { readonly [Place in keyof typeof t.places]?: Count } => ({})
