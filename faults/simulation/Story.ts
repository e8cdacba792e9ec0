/** What happened in a world, line by line in the order of its time: for the eyes of whoever looks into a seed. */
import type { Outcome } from "./World.ts"

const seconds = (at: number, begin: number): string => `${((at - begin) / 1000).toFixed(3).padStart(9)} s`

export const told = ({ begin, notes, run }: Outcome): string => {
  const { arrivals, deeds, effects, producer } = run.histories
  const ids = new Map<string, string>()
  const short = (id: string): string => {
    const known = ids.get(id) ?? `d${ids.size + 1}`
    ids.set(id, known)
    return known
  }
  const lines = [
    ...producer.map((line) => ({ at: line.at, message: line.is === "sent" ? `caller ${line.id} sends ${line.key}` : `caller ${line.id} knows ${line.outcome}` })),
    ...arrivals.map((line) => ({ at: line.at, message: `ERP hears ${line.key} by ${short(line.deliveryId)}: ${line.answered}` })),
    ...effects.map((line) => ({ at: line.at, message: `kept ${line.key} by ${short(line.deliveryId)}` })),
    ...notes.map(({ at, message }) => ({ at, message: `*** ${message}` })),
    ...deeds.map((line) => ({ at: line.at, message: `--- ${line.is}${line.is === "killed" ? ` with ${line.inFlight} in flight` : ""}` }))
  ]
  const sorted = lines.toSorted((one, other) => one.at - other.at)
  return [
    ...sorted.map(({ at, message }) => `${seconds(at, begin)}  ${message}`),
    ...run.ledger.deliveries.map(({ attempt, cause, entity, id, state }) => `delivery ${short(id)} ${entity} ${state} after ${attempt} ${cause ?? ""}`),
    ...run.ledger.attempts.map(({ kind, number, outcome, subject }) => `attempt ${number} of ${ids.get(subject) ?? "an intent"}: ${kind} ${outcome}`),
    ...run.ledger.intents.map(({ entity, generation, state }) => `intent ${entity} ${generation} ${state}`).toSorted() // their ids are random
  ].join("\n")
}
