/**
 * What needs a person, the gravest first: what it is, since when, whom it concerns, what ends it, and the page or the command for that.
 */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { Asked } from "../../parts/Asked.tsx"
import { Command } from "../../parts/Command.tsx"
import { Go } from "../../parts/Go.tsx"
import { Prose } from "../../parts/Prose.tsx"
import { Mark } from "../../parts/State.tsx"
import { t } from "../../texts.ts"
import { type Finding, shapeOf, sorted } from "./findings.ts"

/** Whom a finding concerns. */
const About = ({ finding: { subject, where } }: { readonly finding: Finding }) =>
  subject.kind === "connection" ? <Link to="/connections/$id" params={{ id: subject.id }}>{where}</Link> : where

interface RowProps {
  readonly finding: Finding
  readonly now: number
  /** What a person does about it on this page. */
  readonly act?: ((finding: Finding) => ReactNode) | undefined
}

const Row = ({ act, finding, now }: RowProps) => {
  const shape = shapeOf(finding)
  const { commands = [], page } = finding.remedy ?? {}
  const done = act?.(finding)
  return (
    <li className={shape} id={finding.id}>
      <Mark shape={shape} />
      <div>
        <span className="what"><Prose>{finding.message ?? finding.title}</Prose></span>{" "}
        {finding.next === undefined || finding.next === "" ? null : <span className="why"><Prose>{finding.next}</Prose></span>}
        <small className="code"><code>{finding.code}</code> <About finding={finding} /></small>
        {commands.length === 0 ? null : <div className="cmds">{commands.map((command) => <Command key={command}>{command}</Command>)}</div>}
      </div>
      <span className="age">{t.flow.since(Formats.moment(finding.since, now), Formats.age(finding.since, now))}</span>
      <span className="do">{done ?? (page === undefined || (act !== undefined && page === "/findings") ? null : <Go className={finding.remedy?.by === "operation" ? "btn s p" : "btn s"} href={page}>{finding.remedy?.by === "operation" ? t.flow.resolve : t.flow.open}</Go>)}</span>
    </li>
  )
}

export const Findings = ({ act, now }: Pick<RowProps, "act" | "now">) => {
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
            {items.length === 0 ? null : <ul className="finds">{sorted(items).map((finding) => <Row key={`${finding.id} ${finding.since}`} finding={finding} now={now} act={act} />)}</ul>}
          </>
        )}
      </Asked>
    </section>
  )
}
