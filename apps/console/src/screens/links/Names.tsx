/**
 * The names of a link: list, editor, and files in and out.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import { Asked } from "../../parts/Asked.tsx"
import { filtersOf } from "../../parts/list.ts"
import { ChoiceFilter, Ends, TextFilter } from "../../parts/Page.tsx"
import { Table } from "../../parts/Table.tsx"
import { useMay } from "../../session.ts"
import { p } from "../../texts/peers.ts"
import { ImportDialog } from "./ImportDialog.tsx"
import { FillDialog, GiveDialog, RemoveDialog } from "./NameDialogs.tsx"
import { atOnce, kindOf, kinds, type NameRow } from "./names.ts"

const route = getRouteApi("/links")

type Open = { readonly is: "add" | "fill" | "import" } | { readonly is: "change" | "remove"; readonly row: NameRow }

const Dialogs = ({ link, open, onClose }: { readonly link: string; readonly open: Open | undefined; readonly onClose: () => void }) => {
  if (open?.is === "add") return <GiveDialog given={{ link }} title={p.names.add} verb={p.names.addVerb} onClose={onClose} />
  if (open?.is === "change") return <GiveDialog given={open.row} title={p.names.change(open.row.ours)} verb={p.names.changeVerb} onClose={onClose} />
  if (open?.is === "remove") return <RemoveDialog row={open.row} onClose={onClose} />
  if (open?.is === "fill") return <FillDialog link={link} onClose={onClose} />
  return open?.is === "import" ? <ImportDialog link={link} onClose={onClose} /> : null
}

export const Names = ({ link }: { readonly link: string }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const mayChange = useMay("names")
  const [kind, { after, q }] = [kindOf(search.kind), search]
  const names = useQuery({
    queryKey: ["maps", link, kind ?? "", q ?? "", after ?? ""],
    queryFn: ({ signal }) => answered(api.GET("/admin/maps", { params: { query: { link, limit: String(atOnce), ...(kind !== undefined && { kind }), ...(q !== undefined && { q }), ...(after !== undefined && { after }) } }, signal })),
    placeholderData: keepPreviousData
  })
  const { go, isFiltered, set } = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"], ["link"])
  return (
    <section className="card sec" aria-labelledby="names">
      <header>
        <h2 id="names">{p.names.table}</h2>
        <span className="grow" />
        <a className="btn s" href={`/admin/maps/export?link=${encodeURIComponent(link)}`} download="names.csv">{p.names.csvOut}</a>
        {mayChange
          ? (
            <>
              <button type="button" className="btn s" onClick={() => setOpen({ is: "import" })}>{p.names.csvIn}…</button>
              <button type="button" className="btn s" onClick={() => setOpen({ is: "fill" })}>{p.names.fillButton}…</button>
              <button type="button" className="btn s p" onClick={() => setOpen({ is: "add" })}>{p.names.addButton}…</button>
            </>
          )
          : null}
      </header>
      <Asked query={names}>
        {({ items, next }) => (
          <>
            {items.length === 0 && !isFiltered ? null : (
              <div className="filters">
                <TextFilter label={p.names.filter} value={q} onChange={(text) => set({ q: text })} />
                <ChoiceFilter label={p.names.kind} value={kind} options={kinds.map((each) => [each, p.names.kinds[each]] as const)} onChange={(one) => set({ kind: one })} />
              </div>
            )}
            <Table className="cards c-name" rows={items} empty={isFiltered ? p.names.emptyFiltered : p.names.empty} head={<><th>{p.names.kind}</th><th>{p.names.ours}</th><th>{p.names.theirs}</th><th>{p.names.source}</th>{mayChange ? <th><span className="vh">{p.names.changeVerb}</span></th> : null}</>}>
              {(row) => (
                <tr key={`${row.kind} ${row.ours}`}>
                  <td className="muted">{p.names.kinds[row.kind]}</td>
                  <td>{row.ours}</td>
                  <td><b>{row.theirs}</b></td>
                  <td className="muted">{p.names.sources[row.source] ?? row.source}</td>
                  {mayChange
                    ? (
                      <td className="num do">
                        <button type="button" className="btn s" aria-label={p.names.change(row.ours)} onClick={() => setOpen({ is: "change", row })}>{p.names.changeVerb}…</button>{" "}
                        <button type="button" className="btn s danger" aria-label={p.names.remove(row.ours)} onClick={() => setOpen({ is: "remove", row })}>{p.names.removeVerb}…</button>
                      </td>
                    )
                    : null}
                </tr>
              )}
            </Table>
            <Ends next={next} isFirst={after === undefined} onNext={(to) => go({ after: to })} onFirst={() => go({ after: undefined })} toFirst={p.names.firstNames} toNext={p.names.furtherNames} />
          </>
        )}
      </Asked>
      <Dialogs link={link} open={open} onClose={() => setOpen(undefined)} />
    </section>
  )
}
