/**
 * The law about the rates that a plugin states, the same for every contract.
 */
import { RateLimits, Transport } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { assert, notDriven } from "./Assertions.ts"
import { always, type Laws } from "./Law.ts"

type Place = keyof RateLimits.RateInAnswers

/** What the answers to the plugin told during the laws. */
export interface AnswersRead {
  /** Where the plugin says that they tell its limit. Set once the plugin is open. */
  places?: RateLimits.RateInAnswers | undefined
  count: number
  readonly found: Set<Place>
}

/** Reads every answer that passes the transport among the services, if there is one. */
export const reading = <S>(services: Context.Context<S>): { readonly services: Context.Context<S>; readonly answers: AnswersRead } => {
  const answers: AnswersRead = { count: 0, found: new Set() }
  const transport: Transport.Transport["Service"] | undefined = Context.getOrUndefined(services as Context.Context<Transport.Transport>, Transport.Transport)
  const note = (response: Transport.Response): void => {
    answers.count++
    for (const name of Object.keys(RateLimits.readReportedLimits(answers.places ?? {}, response))) answers.found.add(name as Place)
  }
  return transport === undefined
    ? { services, answers }
    : { services: Context.add(services, Transport.Transport, { send: (request) => Effect.tap(transport.send(request), (response) => Effect.sync(() => note(response))) }) as Context.Context<S>, answers }
}

interface RateContext {
  readonly declares: (operation: never) => boolean
  readonly answers: AnswersRead
}

/** The law, for what the plugin states about one connection. It runs after the laws that call the peer. */
export const make = <C extends RateContext>(limitsOf: (context: C) => RateLimits.RateLimits<string> | undefined): Laws<C, unknown> => ({
  "plugin/rates": [
    "D1-385",
    "states rates of operations that it offers, and names places at which answers of the peer have a number",
    always((context: C) =>
      Effect.sync(() => {
        const { burst, callsPerSecond, rateInAnswers = {}, rates = {} } = limitsOf(context) ?? {}
        for (const [name, rate] of Object.entries({ "all others": { perSecond: callsPerSecond ?? 1, ...(burst !== undefined && { burst }) }, ...rates })) {
          if (name !== "all others") assert(context.declares(name as never), `limits.rates names ${name}, which the plugin does not offer`)
          assert(rate.perSecond >= 0.001, `the rate of ${name} is ${rate.perSecond} calls per second; the lowest that a runner keeps is 0.001`)
          assert((rate.burst ?? 1) >= 1, `the burst of ${name} is ${rate.burst}, so no call could be made`)
        }
        const { answers } = context
        const places = Object.keys(rateInAnswers) as ReadonlyArray<Place>
        if (places.length > 0 && answers.count === 0) notDriven("no answer passed the Transport of the suite; run all laws, with the transport in `layer`")
        for (const name of places) {
          assert(answers.found.has(name), `limits.rateInAnswers.${name} is at ${JSON.stringify(rateInAnswers[name])}, where none of ${answers.count} answers has a number`)
        }
      }))
  ]
})
