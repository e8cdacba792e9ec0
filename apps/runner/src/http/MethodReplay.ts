/**
 * The same sign and content under another method: no time or nonce is signed, so it may be a lawful caller or somebody
 * who copied an envelope. It is counted, and refused only when the setting says so (U-124).
 */
import * as Effect from "effect/Effect"
import { Refusal } from "../delivery/Refusal.ts"
import * as Metrics from "./Metrics.ts"

/** Envelopes remembered in memory; what an attacker copies is used soon, if at all. */
const mostKept = 50_000

export interface MethodReplay {
  /** Absent: there is nothing to say of it. */
  readonly seen: (
    door: string,
    scope: string,
    info: { readonly method: string; readonly content: string; readonly digest: string }
  ) => Effect.Effect<void, Refusal> | undefined
}

export const make = (mode: "count" | "strict"): MethodReplay => {
  const methods = new Map<string, string>()
  /** One text for each method: what is cut from a form keeps the whole form for as long as it is remembered. */
  const names = new Map<string, string>()
  const nameOf = (method: string): string => {
    let known = names.get(method)
    if (known === undefined) names.set(known = Buffer.from(method).toString(), known)
    return known
  }
  const replayed = Effect.fnUntraced(function*(door: string, scope: string, before: string) {
    yield* Metrics.count(Metrics.methodReplays, { door })
    yield* Effect.logWarning("the same sign and content came under another method").pipe(Effect.annotateLogs({ scope, before }))
    if (mode === "strict") {
      return yield* new Refusal({
        code: "METHOD_REPLAY",
        message: `this sign was used with the method ${before}; change the content, for example by a blank, and sign it again`
      })
    }
  })
  return {
    seen: (door, scope, info) => {
      if (info.content === "") return undefined
      const key = `${scope} ${info.digest}`
      const before = methods.get(key)
      if (before === undefined) {
        methods.set(key, nameOf(info.method))
        if (methods.size > mostKept) methods.delete(methods.keys().next().value!)
        return undefined
      }
      return before === info.method ? undefined : replayed(door, scope, before)
    }
  }
}
