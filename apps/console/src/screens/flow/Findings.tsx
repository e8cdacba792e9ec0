/**
 * What needs a person, the gravest first: what it is, what to do about it, since when.
 */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Answer } from "../../api/Answer.ts"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { Asked } from "../../parts/Asked.tsx"
import { Mark, type Shape } from "../../parts/State.tsx"
import { t } from "../../texts.ts"
import type { Flow } from "./states.ts"

type Finding = Answer<"/admin/findings">["items"][number]

const weights = ["critical", "error", "warning"] as const
const shapes: { readonly [Weight in Finding["severity"]]: Shape } = { critical: "fail", error: "fail", warning: "hold" }
/** Findings about what may or may not have happened. */
const isDoubt = (code: string): boolean => /DOUBT/.test(code)

export const shapeOf = ({ code, severity }: Pick<Finding, "code" | "severity">): Shape => (isDoubt(code) ? "doubt" : shapes[severity])

/** The gravest first, then the oldest. */
export const sorted = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> =>
  findings.toSorted((a, b) => weights.indexOf(a.severity) - weights.indexOf(b.severity) || (a.since < b.since ? -1 : 1))

const Row = ({ finding, flow, now }: { readonly finding: Finding; readonly flow: Flow | undefined; readonly now: number }) => {
  const shape = shapeOf(finding)
  const connection = flow?.nodes.find((node) => node.connection !== undefined && (node.connection === finding.where || node.link === finding.where))?.connection
  return (
    <li className={shape}>
      <Mark shape={shape} />
      <div>
        <span className="what">{finding.message ?? finding.code}</span>{" "}
        {finding.next === undefined || finding.next === "" ? null : <span className="why">{finding.next}</span>}
        <small className="code"><code>{finding.code}</code> {finding.where}</small>
      </div>
      <span className="age">{t.flow.since(Formats.moment(finding.since, now), Formats.age(finding.since, now))}</span>
      <span className="do">{connection === undefined ? null : <Link className="btn s" to="/connections/$id" params={{ id: connection }}>{t.flow.open}</Link>}</span>
    </li>
  )
}

export const Findings = ({ flow, now }: { readonly flow: Flow | undefined; readonly now: number }) => {
  const findings = useQuery({ queryKey: ["findings"], queryFn: ({ signal }) => answered(api.GET("/admin/findings", { params: { query: { limit: "100" } }, signal })) })
  return (
    <section className="card" aria-labelledby="findings" aria-live="polite">
      <Asked query={findings} rows={2}>
        {({ items }) => (
          <>
            <header className={items.length === 0 ? "alone" : undefined}>
              {items.length === 0 ? <Mark shape="ok" className="sh well" /> : null}
              <h2 id="findings">{items.length === 0 ? t.flow.noFindings : t.flow.findings(items.length)}</h2>
            </header>
            {items.length === 0 ? null : <ul className="finds">{sorted(items).map((finding) => <Row key={`${finding.id} ${finding.since}`} finding={finding} flow={flow} now={now} />)}</ul>}
          </>
        )}
      </Asked>
    </section>
  )
}
