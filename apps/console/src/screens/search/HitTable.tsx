import * as Formats from "../../formats.ts"
import { useNow } from "../../now.ts"
import { visible } from "../../numbers.ts"
import { Go } from "../../parts/Go.tsx"
import { State } from "../../parts/State.tsx"
import { pages } from "../../shell/places.ts"
import { t } from "../../texts.ts"
import { type Hit, hrefOf, keyOf, shapeOfState } from "./hits.ts"

/** The name of a hit, as a link if a page shows it. */
export const HitName = ({ hit }: { readonly hit: Hit }) => {
  const href = hrefOf(hit, pages)
  return href === undefined ? <>{visible(hit.label)}</> : <Go href={href}>{visible(hit.label)}</Go>
}

export const matchOf = ({ label, matched, matchedBy }: Hit): string => {
  const by = t.search.matchedBy[matchedBy] ?? matchedBy
  return matched === label ? by : `${by} ${matched}`
}

export const HitTable = ({ hits }: { readonly hits: ReadonlyArray<Hit> }) => {
  const now = useNow(30)
  return (
    <div className="scroll">
      <table className="cards c-hit">
        <thead><tr><th>{t.search.what}</th><th>{t.search.found}</th><th>{t.search.by}</th><th>{t.search.where}</th><th>{t.search.state}</th><th className="num">{t.search.when}</th></tr></thead>
        <tbody>
          {hits.map((hit) => (
            <tr key={keyOf(hit)}>
              <td className="muted nowrap">{t.search.kinds[hit.kind]}</td>
              <td><HitName hit={hit} /></td>
              <td className="muted">{matchOf(hit)}</td>
              <td className="muted">{hit.scope ?? ""}</td>
              <td>{hit.state === undefined ? null : <State shape={shapeOfState(hit.state, hit.kind)}>{hit.state}</State>}</td>
              <td className="num muted">{hit.at === undefined ? null : Formats.moment(hit.at, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
