/** The rules of the desk that had to do with an order, and why each did not decide, or did. */
import { type Shape, State } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import { sentenceCase } from "./events.ts"
import type { Desk } from "./found.ts"

const shapes = { chosen: "ok", rejected: "void", tied: "wait", skipped: "wait" } as const satisfies { readonly [outcome: string]: Shape }

export const Rules = ({ desk }: { readonly desk: Desk }) => (
  <section className="card" aria-labelledby="rules">
    <header><h2 id="rules">{desk.parts.length === 0 ? o.order.whyHeld : o.order.why}</h2></header>
    {desk.chosen === undefined ? null : <p className="info">{o.order.chosen(desk.chosen.by, desk.chosen.warehouse)}</p>}
    {desk.because === undefined || desk.parts.length > 0 ? null : <p className="info">{sentenceCase(desk.because)}</p>}
    {desk.explanation.length === 0 ? <p className="pad muted">{o.order.noRules}</p> : (
      <div className="scroll">
        <table className="rules cards">
          <thead><tr><th>{o.order.rule}</th><th>{o.order.outcome}</th><th>{o.order.because}</th></tr></thead>
          <tbody>
            {desk.explanation.map((each, index) => {
              const isChosen = each.outcome === "chosen"
              return (
                <tr key={each.rule} className={isChosen ? "win" : undefined}>
                  <td className="r">{index + 1} {each.rule}</td>
                  <td className={isChosen ? "nowrap" : "nowrap no"}><State shape={shapes[each.outcome]}>{o.order.outcomes[each.outcome]}</State></td>
                  <td className={isChosen ? undefined : "no"}>{each.because.join("; ")}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
