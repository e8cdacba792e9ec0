/**
 * Shares concurrent lookups of a name. The system's resolver cannot cancel a lookup and runs only a few at once, so
 * lookups of a name that does not resolve would otherwise block those of all other names.
 */
import type { LookupFunction } from "node:net"

type Callback = Parameters<LookupFunction>[2]

/** Wraps a lookup function: concurrent lookups of one name share the result. Results are not cached. */
export const sharing = (lookup: LookupFunction): LookupFunction => {
  const asking = new Map<string, Array<Callback>>()
  return (hostname, options, callback) => {
    const question = JSON.stringify([hostname, options])
    const others = asking.get(question)
    if (others !== undefined) return void others.push(callback)
    const waiting = [callback]
    asking.set(question, waiting)
    lookup(hostname, options, (...answer) => {
      asking.delete(question)
      for (const each of waiting) each(...answer)
    })
  }
}
