/**
 * Who calls the runner: the secrets of each with their ends, and what was refused.
 */
import "../styles/links.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { Asked } from "../parts/Asked.tsx"
import { Count } from "../parts/Count.tsx"
import { Head } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { State } from "../parts/State.tsx"
import { Table } from "../parts/Table.tsx"
import { useMay } from "../session.ts"
import { p } from "../texts/peers.ts"
import { t } from "../texts.ts"
import { EndDialog, RotateDialog } from "./callers/Dialogs.tsx"
import { type Caller, secretOf } from "./callers/secrets.ts"

const Secret = ({ caller, now }: { readonly caller: Caller; readonly now: number }) => {
  const { shape, text, why } = secretOf(caller, now)
  return <><State shape={shape}>{text}</State>{why === undefined ? null : <small>{why}</small>}</>
}

const Refused = ({ count, of, scope }: { readonly count: number; readonly of: number; readonly scope: string | undefined }) =>
  count === 0 ? <Count value={count} /> : (
    <Link to="/calls" search={{ direction: "in", refused: "true", ...(scope === undefined ? {} : { scope }) }} aria-label={`${p.callers.see}: ${Formats.count(count)}`}>
      <Count value={count} tone="n-fail" /> <small>{Formats.share(count / Math.max(1, of))}</small>
    </Link>
  )

type Open = { readonly is: "rotate" | "end"; readonly caller: Caller }

export const Callers = () => {
  useRowKeys()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const now = useNow(30)
  const mayConfigure = useMay("configure")
  const list = useQuery({ queryKey: ["callers"], queryFn: ({ signal }) => answered(api.GET("/admin/links/callers", { signal })), refetchInterval: 15_000 })
  const close = () => setOpen(undefined)
  return (
    <>
      <Head title={t.places.callers} about={p.callers.about} />
      <section className="card" aria-label={t.places.callers}>
        <Asked query={list}>
          {({ items }) => (
            <Table className="cards c-caller" rows={items} empty={p.callers.empty} head={<><th>{p.callers.caller}</th><th>{p.callers.links}</th><th>{p.callers.secret}</th><th className="num">{p.callers.calls}</th><th className="num">{p.callers.refused}</th><th className="num">{p.callers.signatures}</th>{mayConfigure ? <th><span className="vh">{p.callers.rotateVerb}</span></th> : null}</>}>
              {(caller) => (
                <tr key={`${caller.protocol} ${caller.id}`}>
                  <td className="two"><b className="mono">{caller.id}</b><small>{caller.protocol === "receiver" ? p.callers.receiver : caller.protocol}</small></td>
                  <td className="muted">{caller.links.join(", ")}</td>
                  <td className="two"><Secret caller={caller} now={now} /></td>
                  <td className="num" data-l={p.callers.calls}>{Formats.count(caller.calls)}</td>
                  <td className="num" data-l={p.callers.refused}><Refused count={caller.refused} of={caller.calls} scope={caller.links.length === 1 ? caller.links[0] : undefined} /></td>
                  <td className="num" data-l={p.callers.signatures}><Count value={caller.signatures} tone="n-fail" /></td>
                  {mayConfigure
                    ? (
                      <td className="num do">
                        {caller.protocol === "receiver" ? null : <button type="button" className="btn s" aria-label={p.callers.rotate(caller.id)} onClick={() => setOpen({ is: "rotate", caller })}>{p.callers.rotateButton}…</button>}{" "}
                        {secretOf(caller, now).hasTwo && caller.changedAt !== undefined ? <button type="button" className="btn s danger" aria-label={p.callers.end(caller.id)} onClick={() => setOpen({ is: "end", caller })}>{p.callers.endButton}…</button> : null}
                      </td>
                    )
                    : null}
                </tr>
              )}
            </Table>
          )}
        </Asked>
      </section>
      {open?.is === "rotate" ? <RotateDialog caller={open.caller} onClose={close} /> : null}
      {open?.is === "end" ? <EndDialog caller={open.caller} onClose={close} /> : null}
    </>
  )
}
