/**
 * When work that is stored is due. A time that lies farther ahead than the longest interval of its queue was written by a clock that was ahead and
 * has been set back since, so the work is due: nothing waits as long as the clock was wrong.
 */

/** The clocks of nodes differ by less than this, in milliseconds. */
export const tolerance = 1000

const day = 86_400_000

/** The latest time that a queue plans at a time, if `longest` is its longest interval. All times are in milliseconds. */
export const latest = (now: number, longest: number): number => now + longest + tolerance

export const isDue = (dueAt: number, now: number, longest: number): boolean => dueAt <= now || dueAt > latest(now, longest)

/**
 * The longest intervals of the queues. Orders at the desk wait for minutes; creates for a day, as long as a peer may ask for or as the
 * queries of one that nobody settles are apart; cancels for as long as a node may need for one; orders of shops that are read again, if
 * their shop is not polled more seldom.
 */
export const longest = { desk: 900_000, creates: day, cancels: 300_000, rereads: 3_600_000 } as const
