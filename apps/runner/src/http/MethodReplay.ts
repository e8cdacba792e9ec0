/**
 * Detects the same signature and content with another method. The protocol signs neither time nor nonce, so this may be
 * a legitimate caller or somebody who copied an envelope. It is counted, and refused only if the setting says so
 * (U-124). At most a few lines a minute are logged.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Refusal } from "../engine/Refusal.ts"
import * as ListenerMetrics from "./ListenerMetrics.ts"
import * as LogLineLimit from "../engine/LogLineLimit.ts"

/** Number of envelopes remembered in memory; a copied envelope is normally used soon. */
const mostKept = 50_000

export interface MethodReplay {
  /** Undefined: this is not a replay. */
  readonly seen: (
    protocol: string,
    scope: string,
    info: { readonly method: string; readonly content: string; readonly digest: string }
  ) => Effect.Effect<void, Refusal> | undefined
}

export const make = (mode: "count" | "strict"): MethodReplay => {
  const methods = new Map<string, string>()
  /** One copy of each method name: a substring of a form would keep the whole form in memory. */
  const names = new Map<string, string>()
  const nameOf = (method: string): string => {
    let known = names.get(method)
    if (known === undefined) names.set(known = Buffer.from(method).toString(), known)
    return known
  }
  const leftOut = LogLineLimit.make()
  const replayed = Effect.fnUntraced(function*(protocol: string, scope: string, before: string) {
    yield* ListenerMetrics.count(ListenerMetrics.methodReplays, { protocol })
    const linesLeftOut = leftOut(yield* Clock.currentTimeMillis)
    if (linesLeftOut !== undefined) {
      yield* Effect.logWarning("a request repeats the signature and content of an earlier one with another method; somebody may have copied it").pipe(
        Effect.annotateLogs({ scope, before, ...(linesLeftOut > 0 && { linesLeftOut }) })
      )
    }
    if (mode === "strict") {
      return yield* new Refusal({
        code: "METHOD_REPLAY",
        message: `this signature was already used with the method ${before}; change the content, for example by a space, and sign it again`
      })
    }
  })
  return {
    seen: (protocol, scope, info) => {
      if (info.content === "" || info.digest === "") return undefined
      const key = `${scope} ${info.digest}`
      const before = methods.get(key)
      if (before === undefined) {
        methods.set(key, nameOf(info.method))
        if (methods.size > mostKept) methods.delete(methods.keys().next().value!)
        return undefined
      }
      return before === info.method ? undefined : replayed(protocol, scope, before)
    }
  }
}
