/**
 * Names that match nothing yet, with what they may mean.
 */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import { linkName } from "../../api/links.ts"
import * as Formats from "../../formats.ts"
import { useNow } from "../../now.ts"
import { Asked, Empty } from "../../parts/Asked.tsx"
import { Ends } from "../../parts/Page.tsx"
import { useMay } from "../../session.ts"
import { p } from "../../texts/peers.ts"
import { GiveDialog } from "./NameDialogs.tsx"
import type { Unmatched } from "./names.ts"

/** Peers are asked for their names, so it is asked seldom. */
const every = 60_000

export const UnmatchedNames = ({ link }: { readonly link: string | undefined }) => {
  const [open, setOpen] = useState<{ readonly each: Unmatched; readonly theirs?: string } | undefined>(undefined)
  const [place, setPlace] = useState<{ readonly link: string | undefined; readonly after: string } | undefined>(undefined)
  // A page of one link is none of another.
  const after = place?.link === link ? place?.after : undefined
  const now = useNow(30)
  const mayChange = useMay("names")
  const list = useQuery({
    queryKey: ["maps", "unmatched", link ?? "", after ?? ""],
    queryFn: ({ signal }) => answered(api.GET("/admin/maps/unmatched", { params: { query: { ...(link !== undefined && { link }), ...(after !== undefined && { after }) } }, signal })),
    refetchInterval: every
  })
  return (
    <section className="card sec" aria-labelledby="unmatched">
      <header><h2 id="unmatched">{p.names.unmatched}</h2><span className="grow" /><span className="meta">{list.data === undefined || list.data.next !== undefined || after !== undefined ? "" : Formats.count(list.data.items.length)}</span></header>
      <Asked query={list} rows={3}>
        {({ items, next, notes }) => (
          <>
            {notes.map((note) => <p key={note} className="info">{note}</p>)}
            {items.length === 0 ? <Empty>{p.names.noUnmatched}</Empty> : (
              <>
                <p className="pad muted">{p.names.unmatchedAbout}</p>
                <div className="scroll">
                  <table className="cards c-unmatched">
                    <thead><tr><th>{p.names.name}</th><th>{p.names.kind}</th><th>{p.links.link}</th><th>{p.names.side}</th><th className="num">{p.names.times}</th><th className="num">{p.names.last}</th><th>{p.names.meant}</th></tr></thead>
                    <tbody>
                      {items.map((each) => (
                        <tr key={`${each.link} ${each.kind} ${each.side} ${each.name}`}>
                          <td><b>{each.name}</b></td>
                          <td className="muted">{p.names.kinds[each.kind]}</td>
                          <td className="muted">{linkName(each.link)}</td>
                          <td className="muted">{p.names.sides[each.side]}</td>
                          <td className="num">{Formats.count(each.times)}</td>
                          <td className="num muted">{Formats.moment(each.lastAt, now)}</td>
                          <td className="do">
                            {mayChange && each.side === "erp"
                              ? (
                                <>
                                  {each.suggestions.slice(0, 2).map(({ theirs }) => <button key={theirs} type="button" className="btn s" aria-label={p.names.use(theirs, each.name)} onClick={() => setOpen({ each, theirs })}>{theirs}</button>)}{" "}
                                  <button type="button" className="btn s" aria-label={p.names.give(each.name)} onClick={() => setOpen({ each })}>{p.names.giveButton}…</button>
                                </>
                              )
                              : each.suggestions.map(({ theirs }) => theirs).join(", ")}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
                <Ends next={next} isFirst={after === undefined} onNext={(to) => setPlace({ link, after: to })} onFirst={() => setPlace(undefined)} toFirst={p.names.firstNames} toNext={p.names.furtherNames} />
              </>
            )}
          </>
        )}
      </Asked>
      {open === undefined ? null : (
        <GiveDialog
          given={{ link: open.each.link, kind: open.each.kind, ours: open.each.name, suggestions: open.each.suggestions.map(({ theirs }) => theirs), ...(open.theirs !== undefined && { theirs: open.theirs }) }}
          title={p.names.give(open.each.name)}
          verb={p.names.giveVerb}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
