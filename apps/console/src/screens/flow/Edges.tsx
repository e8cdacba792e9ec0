/**
 * Every edge of the flow as a row. What needs a person comes first.
 */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import * as Formats from "../../formats.ts"
import { Count } from "../../parts/Count.tsx"
import { State } from "../../parts/State.tsx"
import { t } from "../../texts.ts"
import { byGraveness, type Edge, type EdgeState, type Flow, nameOfNode, stateOf } from "./states.ts"

const width = 76
const height = 20

/** The course of an edge. A count of zero stands at the bottom. The last point is left out: its time is not over yet. */
const Spark = ({ minutes: all, isFailed }: { readonly minutes: ReadonlyArray<number>; readonly isFailed: boolean }) => {
  const minutes = all.length > 1 ? all.slice(0, -1) : all
  const most = Math.max(1, ...minutes)
  const points = minutes.map((count, place) => [Math.round((0.5 + (place / Math.max(1, minutes.length - 1)) * (width - 1)) * 10) / 10, Math.round((height - 3 - (count / most) * (height - 6)) * 10) / 10] as const)
  const last = points.at(-1)
  if (last === undefined) return null
  return (
    <svg className={isFailed ? "spark f" : "spark"} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M${points.map(([x, y]) => `${x} ${y}`).join("L")}`} />
      <circle cx={last[0]} cy={last[1]} r="1.8" />
    </svg>
  )
}

const Name = ({ state }: { readonly state: EdgeState }): ReactNode => {
  const name = `${nameOfNode(state.from)} → ${nameOfNode(state.to)}`
  return state.peer.connection === undefined ? name : <Link to="/connections/$id" params={{ id: state.peer.connection }}>{name}</Link>
}

const none = <span className="n0">–</span>
const toneOf = ({ shape }: EdgeState) => (shape === "fail" ? "n-fail" : shape === "doubt" ? "n-doubt" : shape === "hold" ? "n-hold" : "")
const Errors = ({ edge }: { readonly edge: Edge }) => <Count value={edge.failedShare} tone={edge.failedShare >= 0.5 ? "n-fail" : undefined}>{Formats.share(edge.failedShare)}</Count>
const Waiting = ({ edge, state }: { readonly edge: Edge; readonly state: EdgeState }) => <Count value={edge.waiting} tone={toneOf(state)} />

export const Edges = ({ flow, now }: { readonly flow: Flow; readonly now: number }) => {
  const rows = flow.edges
    .flatMap((edge) => {
      const state = stateOf(edge, flow)
      return state === undefined ? [] : [{ edge, state, key: `${edge.from} ${edge.to}` }]
    })
    .toSorted((a, b) => byGraveness(a.state.shape, b.state.shape))
  return (
    <section className="sec" aria-labelledby="edges">
      <header className="bar"><h2 id="edges">{t.flow.everyEdge}</h2><span className="meta">{t.flow.spanNote[flow.span]}</span></header>
      <div className="card">
        <div className="scroll">
          <table className="hide-s">
            <thead>
              <tr><th>{t.flow.fromTo}</th><th>{t.flow.state}</th><th className="num">{t.flow.course}</th><th className="num">{t.flow.perMin}</th><th className="num">{t.flow.errorShare}</th><th className="num">{t.flow.mean}</th><th className="num">{t.flow.waiting}</th><th className="num">{t.flow.oldest}</th></tr>
            </thead>
            <tbody>
              {rows.map(({ edge, state, key }) => (
                <tr key={key}>
                  <td className="nowrap"><Name state={state} /></td>
                  <td><State shape={state.shape}>{state.word}</State></td>
                  <td className="num"><Spark minutes={edge.minutes} isFailed={state.shape === "fail"} /></td>
                  <td className="num">{Formats.rate(edge.perMinute)}</td>
                  <td className="num"><Errors edge={edge} /></td>
                  <td className="num">{edge.meanMillis === undefined ? none : Formats.millis(edge.meanMillis)}</td>
                  <td className="num"><Waiting edge={edge} state={state} /></td>
                  <td className="num">{edge.oldest === undefined ? none : Formats.age(edge.oldest, now)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className="only-s rowlist">
            {rows.map(({ edge, state, key }) => (
              <li key={key}>
                <div className="bar"><span className="ends-of"><Name state={state} /></span><span className="grow" /><State shape={state.shape}>{state.word}</State></div>
                <small>
                  {t.flow.perMinute(Formats.rate(edge.perMinute))} · {t.flow.errors} <Errors edge={edge} />{edge.meanMillis === undefined ? null : <> · {Formats.millis(edge.meanMillis)}</>} · {t.flow.waitingSmall} <Waiting edge={edge} state={state} />
                  {edge.oldest === undefined ? null : <>, {t.flow.oldestSmall(Formats.age(edge.oldest, now))}</>}
                </small>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
