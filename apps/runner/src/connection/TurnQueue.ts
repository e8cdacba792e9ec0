/**
 * Who makes the next call to a peer, of those who wait. Changes come before reads, and reads before polls. Among callers of one
 * urgency the links take turns, so that a link with many calls delays each other link by one call at a time.
 */

/** `change`: creates, cancels. `read`: other calls that somebody waits for, and deliveries. `poll`: what the runner asks by itself. */
export type Urgency = "change" | "read" | "poll"

export const urgencies: ReadonlyArray<Urgency> = ["change", "read", "poll"]

export const isMoreUrgent = (one: Urgency, other: Urgency): boolean => urgencies.indexOf(one) < urgencies.indexOf(other)

/** How many more urgent callers go before a waiting one at most, so that polls are late but still made. */
const passedOverAtMost = 8

/** On whose behalf somebody waits, and how urgent it is. */
export interface Place {
  /** The scope of a link, or the name of other work that shares turns with links. */
  readonly scope: string
  readonly urgency: Urgency
}

interface Rank<Caller> {
  /** The callers by scope. The first scope is served next, and then becomes the last. */
  readonly scopes: Map<string, Set<Caller>>
  count: number
  /** How many more urgent callers were served while a caller of this urgency waited. */
  passedOver: number
}

export interface Head {
  /** Of the callers that are served next. */
  readonly urgency: Urgency
  /** The most urgent of all that wait. */
  readonly mostUrgent: Urgency
  /** How many callers may be served before somebody else is. */
  readonly count: number
}

export interface TurnQueue<Caller> {
  readonly size: () => number
  readonly add: (place: Place, caller: Caller) => void
  /** Removes a caller that does not wait any more. It has no effect on one that was served. */
  readonly remove: (place: Place, caller: Caller) => void
  /** Whose turn it is. Undefined: nobody waits. */
  readonly head: () => Head | undefined
  /** Serves the next caller of an urgency. */
  readonly shift: (urgency: Urgency) => Caller | undefined
  /** How many callers go before one of this place, behind so many of its own scope. Default: behind all of them. */
  readonly ahead: (place: Place, behind?: number) => number
  /** All callers, each with the number of those of its own scope that go before it. */
  readonly waiting: () => Array<readonly [place: Place, caller: Caller, behind: number]>
}

export const make = <Caller>(): TurnQueue<Caller> => {
  const ranks: Record<Urgency, Rank<Caller>> = {
    change: { scopes: new Map(), count: 0, passedOver: 0 },
    read: { scopes: new Map(), count: 0, passedOver: 0 },
    poll: { scopes: new Map(), count: 0, passedOver: 0 }
  }
  const lessUrgent = (urgency: Urgency) => urgencies.slice(urgencies.indexOf(urgency) + 1).map((one) => ranks[one])
  const moreUrgent = (urgency: Urgency) => urgencies.slice(0, urgencies.indexOf(urgency)).reduce((sum, one) => sum + ranks[one].count, 0)

  return {
    size: () => ranks.change.count + ranks.read.count + ranks.poll.count,
    add: ({ scope, urgency }, caller) => {
      const rank = ranks[urgency]
      const callers = rank.scopes.get(scope)
      if (callers === undefined) rank.scopes.set(scope, new Set([caller]))
      else callers.add(caller)
      rank.count += 1
    },
    remove: ({ scope, urgency }, caller) => {
      const rank = ranks[urgency]
      const callers = rank.scopes.get(scope)
      if (callers?.delete(caller) !== true) return
      rank.count -= 1
      if (callers.size === 0) rank.scopes.delete(scope)
    },
    head: () => {
      const waiting = urgencies.filter((urgency) => ranks[urgency].count > 0)
      // The least urgent first: it is passed over by all others.
      const owed = waiting.findLast((urgency) => ranks[urgency].passedOver >= passedOverAtMost)
      const urgency = owed ?? waiting[0]
      if (urgency === undefined) return undefined
      const { count, passedOver } = ranks[urgency]
      return { urgency, mostUrgent: waiting[0]!, count: owed === undefined ? count : Math.min(count, Math.floor(passedOver / passedOverAtMost)) }
    },
    shift: (urgency) => {
      const rank = ranks[urgency]
      const next = rank.scopes.entries().next().value
      if (next === undefined) return undefined
      const [scope, callers] = next
      const { done, value: caller } = callers.values().next()
      if (done === true) return undefined
      callers.delete(caller)
      rank.scopes.delete(scope)
      if (callers.size > 0) rank.scopes.set(scope, callers)
      rank.count -= 1
      rank.passedOver = Math.max(0, rank.passedOver - passedOverAtMost)
      for (const other of lessUrgent(urgency)) other.passedOver = other.count > 0 ? other.passedOver + 1 : 0
      return caller
    },
    ahead: ({ scope, urgency }, behind) => {
      const { scopes } = ranks[urgency]
      const own = behind ?? scopes.get(scope)?.size ?? 0
      let among = own
      for (const [other, callers] of scopes) {
        if (other !== scope) among += Math.min(callers.size, own + 1)
      }
      return Math.min(moreUrgent(urgency) + among, (among + 1) * (passedOverAtMost + 1) - 1)
    },
    waiting: () => urgencies.flatMap((urgency) => [...ranks[urgency].scopes].flatMap(([scope, callers]) => [...callers].map((caller, behind) => [{ scope, urgency }, caller, behind] as const)))
  }
}
