/**
 * One question at a time for each name. The system's resolver cannot be told that nobody waits any more and answers few
 * questions at once, so a name that it does not answer would pile up and hold back all others.
 */
import type { LookupFunction } from "node:net"

type Callback = Parameters<LookupFunction>[2]

/** Who asks for a name while it is being asked for gets that answer. Nothing is kept behind an answer. */
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
