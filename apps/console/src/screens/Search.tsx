/**
 * What a number leads to. Many numbers, as they are pasted from a list, are looked up one by one.
 */
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { Fragment, useId, useState } from "react"
import { answered, api } from "../api/client.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { t } from "../texts.ts"
import { HitName, HitTable, matchOf } from "./search/HitTable.tsx"
import { keyOf, numbersIn, shapeOfState } from "./search/hits.ts"

const route = getRouteApi("/search")

const One = ({ q }: { readonly q: string }) => {
  const found = useQuery({ queryKey: ["search", q], queryFn: ({ signal }) => answered(api.GET("/admin/search", { params: { query: { q } }, signal })), refetchInterval: false })
  return (
    <section className="card" aria-label={t.search.title}>
      <Asked query={found}>
        {({ items, isMore }) => items.length === 0 ? <Empty>{t.search.nothing(q)}</Empty> : (
          <>
            <HitTable hits={items} />
            {isMore ? <p className="info">{t.search.isMore}</p> : null}
          </>
        )}
      </Asked>
    </section>
  )
}

const Many = ({ numbers }: { readonly numbers: ReadonlyArray<string> }) => {
  const found = useQuery({ queryKey: ["search", "many", numbers], queryFn: ({ signal }) => answered(api.POST("/admin/search/many", { body: { numbers: [...numbers] }, signal })), refetchInterval: false })
  return (
    <section className="card" aria-label={t.search.title}>
      <Asked query={found} rows={numbers.length}>
        {({ items }) => (
          <>
            <header><h2>{t.search.manyFound(items.filter(({ hits }) => hits.length > 0).length, items.length)}</h2></header>
            <div className="scroll">
              <table className="cards c-many">
                <thead><tr><th>{t.search.number}</th><th>{t.search.what}</th><th>{t.search.found}</th><th>{t.search.by}</th><th>{t.search.state}</th></tr></thead>
                <tbody>
                  {items.map(({ hits, number }) => (
                    <Fragment key={number}>
                      {hits.length === 0 ? <tr><td className="mono">{visible(number)}</td><td colSpan={4} className="quiet">{t.search.none}</td></tr> : hits.map((hit, place) => (
                        <tr key={keyOf(hit)}>
                          <td className="mono">{place === 0 ? number : ""}</td>
                          <td className="muted">{t.search.kinds[hit.kind]}</td>
                          <td><HitName hit={hit} /></td>
                          <td className="muted">{matchOf(hit)}</td>
                          <td>{hit.state === undefined ? null : <State shape={shapeOfState(hit.state, hit.kind)}>{hit.state}</State>}</td>
                        </tr>
                      ))}
                    </Fragment>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Asked>
    </section>
  )
}

const Paste = () => {
  const navigate = route.useNavigate()
  const [text, setText] = useState("")
  const id = useId()
  return (
    <form
      className="card pad paste"
      onSubmit={(event) => {
        event.preventDefault()
        const numbers = numbersIn(text)
        if (numbers.length > 0) void navigate({ search: { q: numbers.join(",") } })
      }}
    >
      <label htmlFor={id}>{t.search.paste}</label>
      <textarea className="f mono" id={id} rows={6} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
      <button type="submit" className="btn p">{t.search.lookUp}</button>
    </form>
  )
}

export const Search = () => {
  useRowKeys()
  const { q } = route.useSearch()
  const numbers = numbersIn(q ?? "")
  return (
    <>
      <Head title={t.search.title} about={q === undefined ? t.search.about : undefined} />
      {q === undefined ? <Paste /> : numbers.length > 1 ? <Many numbers={numbers} /> : <One q={q} />}
    </>
  )
}
