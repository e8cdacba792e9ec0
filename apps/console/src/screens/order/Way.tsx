/** The way of an order, a row for each part. On a narrow window each step is a line. */
import { Fragment } from "react"
import * as Formats from "../../formats.ts"
import { Mark, type Shape } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import type { Way as Rows } from "./way.ts"

const classOf: { readonly [S in Shape]: string } = { ok: "done", move: "now", hold: "hold end", fail: "fail end", doubt: "doubt end", wait: "wait", void: "wait" }

export const Way = ({ way, parts, now }: { readonly way: Rows; readonly parts: number; readonly now: number }) => (
  <section className="card way-card" aria-labelledby="way">
    <header><h2 id="way">{o.order.way}</h2>{parts > 1 ? <span className="meta">{o.order.parts(parts)}</span> : null}</header>
    <div className="way" style={{ gridTemplateColumns: `172px repeat(${way.heads.length}, minmax(0, 1fr))` }}>
      <div className="h">{o.order.part("").trim()}</div>
      {way.heads.map((head) => <div className="h" key={head}>{head}</div>)}
      {way.rows.map((row, index) => (
        <Fragment key={row.name}>
          <div className={index === 0 ? "pt first" : "pt"}><b>{row.name}</b><small>{row.pieces}</small></div>
          {row.steps.map((step, place) => (
            <div className={`sp ${classOf[step.shape]}${place === row.steps.length - 1 ? " end" : ""}`} key={way.heads[place]}>
              <span className="bar2"><Mark shape={step.shape} /></span>
              <span className="w">{step.word}</span>
              <small>
                {step.at === undefined ? step.note === undefined ? "–" : null : <time dateTime={step.at} title={step.at}>{Formats.moment(step.at, now)}</time>}
                {step.note === undefined ? null : <>{step.at === undefined ? null : <><br /><span className="sep">{"\u00a0· "}</span></>}{step.note}</>}
              </small>
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  </section>
)
