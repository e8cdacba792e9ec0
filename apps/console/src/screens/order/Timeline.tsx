/** What was said about an order, the newest first. */
import { UserRound } from "lucide-react"
import { useState } from "react"
import * as Formats from "../../formats.ts"
import { Mark } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import { eventOf, isPerson } from "./events.ts"
import type { Entry } from "./found.ts"

const atFirst = 40

export interface TimelineProps {
  readonly entries: ReadonlyArray<Entry>
  /** The parts by their numbers. */
  readonly parts: ReadonlyArray<{ readonly number: string; readonly name: string }>
  readonly show: string | undefined
  readonly onShow: (show: string | undefined) => void
  readonly now: number
}

const matches = (entry: Entry, show: string | undefined): boolean =>
  show === undefined ? true : show === "messages" ? entry.what === "message" : show === "people" ? isPerson(entry.who) && entry.what !== "message" : entry.number === show || entry.number.endsWith(`:${show}`) || entry.detail?.endsWith(`order ${show}`) === true

export const Timeline = ({ entries, now, onShow, parts, show }: TimelineProps) => {
  const [isWhole, setWhole] = useState(false)
  const shown = entries.filter((entry) => matches(entry, show)).toReversed()
  const rest = isWhole ? 0 : Math.max(0, shown.length - atFirst)
  const nameOf = (number: string) => {
    const part = parts.length < 2 ? undefined : parts.find((each) => each.number === number)
    return part === undefined ? undefined : o.order.ofPart(part.name)
  }
  const choices = [[undefined, o.order.all], ...(parts.length < 2 ? [] : parts.map(({ name, number }) => [number, o.order.part(name)] as const)), ["messages", o.order.messages], ["people", o.order.people]] as const
  return (
    <section className="card" aria-labelledby="timeline">
      <header>
        <h2 id="timeline">{o.order.timeline}</h2>
        <span className="grow" />
        <div className="seg" role="group" aria-label={o.order.show}>
          {choices.map(([value, label]) => <button key={label} type="button" aria-pressed={value === show} onClick={() => onShow(value)}>{label}</button>)}
        </div>
      </header>
      {shown.length === 0 ? <p className="pad muted">{o.order.nothingSaid}</p> : (
        <ol className="tl" reversed>
          {shown.slice(0, shown.length - rest).map((entry, index) => {
            const { detail, shape, text } = eventOf(entry, nameOf)
            return (
              <li key={`${entry.at} ${shown.length - index}`} className={shape}>
                <time dateTime={entry.at} title={entry.at}>{Formats.moment(entry.at, now)}</time>
                <span className="mk">{shape === "person" ? <UserRound className="ic s" aria-hidden /> : <Mark shape={shape} />}</span>
                <div className="ev">{text}{detail === undefined ? null : <small>{detail}</small>}</div>
              </li>
            )
          })}
        </ol>
      )}
      {rest === 0 ? null : <div className="ends"><button type="button" className="btn s" onClick={() => setWhole(true)}>{o.order.more(rest)}</button></div>}
    </section>
  )
}
