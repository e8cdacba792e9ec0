/**
 * What needs a person, the gravest first: what it is, what to do about it, since when.
 */
import { useQuery } from "@tanstack/react-query"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { Asked } from "../../parts/Asked.tsx"
import { Go } from "../../parts/Go.tsx"
import { Prose } from "../../parts/Prose.tsx"
import { Mark } from "../../parts/State.tsx"
import { pages } from "../../shell/places.ts"
import { t } from "../../texts.ts"
import { type Finding, hrefOf, shapeOf, sorted } from "./findings.ts"
import type { Flow } from "./states.ts"

const Row = ({ finding, flow, now }: { readonly finding: Finding; readonly flow: Flow | undefined; readonly now: number }) => {
  const shape = shapeOf(finding)
  const connection = flow?.nodes.find((node) => node.connection !== undefined && (node.connection === finding.where || node.link === finding.where))?.connection
  const href = hrefOf(finding.code, connection, pages)
  return (
    <li className={shape}>
      <Mark shape={shape} />
      <div>
        <span className="what"><Prose>{finding.message ?? finding.code}</Prose></span>{" "}
        {finding.next === undefined || finding.next === "" ? null : <span className="why"><Prose>{finding.next}</Prose></span>}
        <small className="code"><code>{finding.code}</code> {finding.where}</small>
      </div>
      <span className="age">{t.flow.since(Formats.moment(finding.since, now), Formats.age(finding.since, now))}</span>
      <span className="do">{href === undefined ? null : <Go className="btn s" href={href}>{t.flow.open}</Go>}</span>
    </li>
  )
}

export const Findings = ({ flow, now }: { readonly flow: Flow | undefined; readonly now: number }) => {
  const findings = useQuery({ queryKey: ["findings"], queryFn: ({ signal }) => answered(api.GET("/admin/findings", { params: { query: { limit: "100" } }, signal })) })
  return (
    <section className="card" aria-labelledby="findings">
      <Asked query={findings} rows={2}>
        {({ items }) => (
          <>
            <header className={items.length === 0 ? "alone" : undefined}>
              {items.length === 0 ? <Mark shape="ok" className="sh well" /> : null}
              <h2 id="findings" aria-live="polite">{items.length === 0 ? t.flow.noFindings : t.flow.findings(items.length)}</h2>
            </header>
            {items.length === 0 ? null : <ul className="finds">{sorted(items).map((finding) => <Row key={`${finding.id} ${finding.since}`} finding={finding} flow={flow} now={now} />)}</ul>}
          </>
        )}
      </Asked>
    </section>
  )
}
