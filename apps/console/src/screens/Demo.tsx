/**
 * The demo: the story of two orders, which the demo has recorded, step by step, back and forth.
 */
import "../styles/try.css"
import { story } from "#story"
import { getRouteApi } from "@tanstack/react-router"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { useEffect, useState } from "react"
import { Head } from "../parts/Page.tsx"
import { isTyping } from "../parts/typing.ts"
import { d } from "../texts/demo.ts"
import { afterKey, partiesOf, placeOf, type Step } from "./demo/steps.ts"

const route = getRouteApi("/demo")
const everyMillis = 5000
const parties = partiesOf(story.steps)

const Parties = ({ said }: Pick<Step, "said">) => {
  const speaking = new Set<string>(said.flatMap(({ from, to }) => [from, to]))
  return (
    <ul className="parties" aria-label={d.parties}>
      {parties.map((party) => <li key={party} className={speaking.has(party) ? "on" : undefined}>{party}</li>)}
    </ul>
  )
}

const Figures = ({ rows }: Pick<Step, "rows">) => (
  <section className="card" aria-label={d.figures}>
    <header><h2>{d.figures}</h2></header>
    <div className="scroll" tabIndex={0} role="group" aria-label={d.figures}>
      <table className="figures">
        <thead><tr><th>{d.warehouse}</th><th>{d.article}</th>{story.columns.map((column) => <th key={column} className="num">{column}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ cells, name, sku, warehouse }) => (
            <tr key={`${warehouse} ${sku}`}>
              <td className="nowrap">{warehouse}</td>
              <td className="nowrap"><code>{sku}</code> <small>{name}</small></td>
              {cells.map(({ before, now }, at) => (
                <td key={story.columns[at]} className={before === null ? "num" : "num changed"}>
                  {now === null ? <span className="n0">–</span> : before === null ? now : <><del aria-hidden>{before}</del> <span aria-hidden>{now}</span><span className="vh">{d.changed(before, now)}</span></>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

export const Demo = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const all = story.steps.length
  const place = placeOf(search.step, all)
  const step = story.steps[place - 1]
  const [isPlaying, setPlaying] = useState(false)
  const go = (next: number) => void navigate({ search: next === 1 ? {} : { step: String(next) }, replace: true, resetScroll: false })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      const next = afterKey(event.key, place, all)
      if (next === undefined) return
      event.preventDefault()
      setPlaying(false)
      go(next)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => {
      if (place < all) go(place + 1)
      else setPlaying(false)
    }, everyMillis)
    return () => clearTimeout(timer)
  })
  if (step === undefined) return null
  return (
    <>
      <Head title={d.title} about={<>{d.about} {d.own} <code>{d.command}</code></>} />
      <div className="bar playing" role="group" aria-label={d.steps}>
        <button type="button" className="btn" disabled={place === 1} onClick={() => go(place - 1)}><ChevronLeft className="ic s" aria-hidden />{d.back}</button>
        <button type="button" className="btn p" disabled={place === all} onClick={() => go(place + 1)}>{d.next}<ChevronRight className="ic s" aria-hidden /></button>
        <button type="button" className="btn" aria-pressed={isPlaying} onClick={() => (place === all && !isPlaying ? (go(1), setPlaying(true)) : setPlaying(!isPlaying))}>{isPlaying ? d.pause : place === all ? d.again : d.play}</button>
        <span className="meta">{d.of(place, all)}. {d.keys}</span>
      </div>
      <div className="beside demo">
        <nav className="card" aria-label={d.steps}>
          <ol>
            {story.steps.map(({ id, title }, at) => (
              <li key={id}><button type="button" className="row" aria-current={at + 1 === place ? "step" : undefined} onClick={() => go(at + 1)}>{at + 1}. {title}</button></li>
            ))}
          </ol>
        </nav>
        <div className="stack">
          <section className="card" aria-live="polite" aria-label={step.title}>
            <header><h2>{step.title}</h2></header>
            <div className="pad">
              <p>{step.sentence}</p>
              <Parties said={step.said} />
              <h3>{d.said}</h3>
              <ol className="told">
                {step.said.map(({ from, text, to }) => <li key={`${from} ${to} ${text}`}><b>{from === to ? from : `${from} → ${to}`}</b> {text}</li>)}
              </ol>
            </div>
          </section>
          <Figures rows={step.rows} />
        </div>
      </div>
    </>
  )
}
