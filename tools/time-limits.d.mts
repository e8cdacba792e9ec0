/** What was measured of the machine at one moment: milliseconds of the fixed computation, and by which a timer was late. */
export interface Sample {
  readonly took: number
  readonly late: number
}

/** How much longer than `limit` something may take, if these samples were measured meanwhile. */
export declare const extended: (limit: number, samples: ReadonlyArray<Sample>) => number

export interface TimeLimits {
  /**
   * Milliseconds in which something had to be done that `millis` are enough for on a machine of its own. `from` and `to` are times of the
   * clock; `to` is now by default.
   */
  readonly allowed: (millis: number, from: number, to?: number) => number
  readonly stop: () => Promise<number>
}

/** Begins to measure how fast the machine is. */
export declare const measure: () => TimeLimits
