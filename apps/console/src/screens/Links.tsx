/**
 * Links with their settings, and the names that each side uses.
 */
import "../styles/order.css"
import "../styles/links.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { Table } from "../parts/Table.tsx"
import { p } from "../texts/peers.ts"
import { t } from "../texts.ts"
import { Names } from "./links/Names.tsx"
import { UnmatchedNames } from "./links/UnmatchedNames.tsx"

const route = getRouteApi("/links")

type Links = Answer<"/admin/links">
type Item = Links["items"][number]

const Settings = ({ link }: { readonly link: Item }) => {
  const required = Object.entries(link.mapping).filter(([, how]) => how === "required").map(([kind]) => kind)
  const names = Object.entries(link.warehouseNames)
  return (
    <dl className="facts">
      <div><dt>{p.links.protocols}</dt><dd>{link.protocols.join(", ")}<small>{link.id}, {t.connections.origins[link.origin]}</small></dd></div>
      <div><dt>{p.links.erp}</dt><dd><Link to="/connections/$id" params={{ id: link.erp }}>{link.erp}</Link></dd></div>
      {link.copyTo.length === 0 ? null : <div><dt>{p.links.copies}</dt><dd>{link.copyTo.join(", ")}</dd></div>}
      <div><dt>{p.links.peer}</dt><dd><Link to="/connections/$id" params={{ id: link.peer }}>{link.peer}</Link></dd></div>
      <div><dt>{p.links.prefix}</dt><dd>{link.prefix === "" ? p.links.noPrefix : <code>{link.prefix}</code>}</dd></div>
      <div><dt>{p.links.names}</dt><dd>{required.length === 0 ? p.links.optional : p.links.required(required.join(", "))}<small>{names.length === 0 ? "" : p.links.warehouseNames(names.map(([ours, code]) => `${ours} ${code}`).join(", "))}</small></dd></div>
      {link.visible === undefined ? null : <div><dt>{p.links.visible}</dt><dd>{[...link.visible.warehouses, ...link.visible.shops].join(", ") || p.links.everything}</dd></div>}
    </dl>
  )
}

const List = ({ items, misfits }: Links) => (
  <>
    {misfits.length === 0 ? null : (
      <section className="card sec-first" aria-label={t.connections.unusable}>
        <ul className="finds">
          {misfits.map((each) => <li key={each.scope} className="fail"><span /><div><span className="what">{p.links.misfit(each.scope)}</span> <span className="why">{each.problems.map(({ message, path }) => `${path}: ${message}`).join("; ")}</span></div></li>)}
        </ul>
      </section>
    )}
    <section className="card" aria-label={t.places.links}>
      <Table className="cards c-link" rows={items} empty={p.links.empty} head={<><th>{p.links.link}</th><th>{p.links.protocols}</th><th>{p.links.erp}</th><th>{p.links.peer}</th><th>{p.links.origin}</th></>}>
        {(link) => (
          <tr key={link.scope}>
            <td><Link to="/links" search={{ link: link.scope }}>{link.scope}</Link></td>
            <td className="muted">{link.protocols.join(", ")}</td>
            <td>{[link.erp, ...link.copyTo].join(", ")}</td>
            <td>{link.peer}</td>
            <td className="muted">{t.connections.origins[link.origin]}</td>
          </tr>
        )}
      </Table>
    </section>
  </>
)

export const Links = () => {
  useRowKeys()
  const { link: scope } = route.useSearch()
  const links = useQuery({ queryKey: ["links", "all"], queryFn: ({ signal }) => answered(api.GET("/admin/links", { signal })) })
  return (
    <>
      <Head title={scope ?? t.places.links} {...(scope === undefined ? { about: p.links.about } : { crumb: <Link to="/links">{t.places.links}</Link> })} />
      <Asked query={links}>
        {(all) => {
          if (scope === undefined) return <><List {...all} /><UnmatchedNames link={undefined} /></>
          const link = all.items.find((each) => each.scope === scope)
          return link === undefined ? <section className="card"><Empty>{p.links.unknown(scope)}</Empty></section> : <><Settings link={link} /><Names key={scope} link={scope} /><UnmatchedNames key={`${scope} unmatched`} link={scope} /></>
        }}
      </Asked>
    </>
  )
}
