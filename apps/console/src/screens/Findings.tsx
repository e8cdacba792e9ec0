/**
 * Everything that is wrong, what was wrong, and every kind of finding that the doctor can raise.
 */
import "../styles/lists.css"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Answer } from "../api/Answer.ts"
import { answered, api, because } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { ActionDialog } from "../parts/ActionDialog.tsx"
import { Asked } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { Prose } from "../parts/Prose.tsx"
import { State } from "../parts/State.tsx"
import { Table } from "../parts/Table.tsx"
import { useMay } from "../session.ts"
import { f } from "../texts/findings.ts"
import { operationName } from "../texts/operations.ts"
import { t } from "../texts.ts"
import { Findings as Lasting } from "./flow/Findings.tsx"
import { shapeOf } from "./flow/findings.ts"

type Restore = Answer<"/admin/restore">

const EndRestoreDialog = ({ onClose, restore: { deliveries, doubtful, unread } }: { readonly restore: Restore; readonly onClose: () => void }) => {
  const [isWithUnread, setWithUnread] = useState(false)
  return (
    <ActionDialog
      title={f.endRestoreTitle}
      verb={f.endRestoreVerb}
      isDanger
      isBlocked={unread.length > 0 && !isWithUnread}
      onClose={onClose}
      run={(reason) => answered(api.POST("/admin/restore/end", { params: { query: isWithUnread ? { withUnread: "true" } : {} }, headers: because(reason) }))}
    >
      <p>{f.endRestoreSays(deliveries, doubtful)}</p>
      {unread.length === 0 ? null : (
        <>
          <p>{f.unread(unread.join(", "))}</p>
          <label className="check"><input type="checkbox" checked={isWithUnread} onChange={(event) => setWithUnread(event.target.checked)} />{f.withUnread}</label>
        </>
      )}
    </ActionDialog>
  )
}

const EndRestore = () => {
  const [isOpen, setOpen] = useState(false)
  const mayEnd = useMay("administer")
  const restore = useQuery({ queryKey: ["findings", "restore"], queryFn: ({ signal }) => answered(api.GET("/admin/restore", { signal })) })
  if (!mayEnd) return null
  return (
    <>
      <button type="button" className="btn s p" disabled={restore.data === undefined} onClick={() => setOpen(true)}>{f.endRestore}</button>
      {isOpen && restore.data !== undefined ? <EndRestoreDialog restore={restore.data} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const Ended = ({ now }: { readonly now: number }) => {
  const ended = useQuery({ queryKey: ["findings", "ended"], queryFn: ({ signal }) => answered(api.GET("/admin/findings", { params: { query: { ended: "true", limit: "50" } }, signal })) })
  return (
    <section className="card" aria-labelledby="ended">
      <header><h2 id="ended">{f.ended}</h2></header>
      <Asked query={ended} rows={3}>
        {({ items }) => (
          <Table className="cards" rows={items} empty={f.noneEnded} head={<><th>{f.what}</th><th>{f.where}</th><th>{f.since}</th><th>{f.until}</th></>}>
            {(each) => (
              <tr key={`${each.id} ${each.since}`}>
                <td className="two"><State shape={shapeOf(each)}><code>{each.code}</code></State><small>{each.title}</small></td>
                <td>{each.where}</td>
                <td className="nowrap muted">{Formats.moment(each.since, now)}</td>
                <td className="nowrap muted">{each.endedAt === undefined ? null : Formats.moment(each.endedAt, now)}</td>
              </tr>
            )}
          </Table>
        )}
      </Asked>
    </section>
  )
}

const Kinds = () => {
  const kinds = useQuery({ queryKey: ["findings", "kinds"], queryFn: ({ signal }) => answered(api.GET("/admin/findings/kinds", { signal })), refetchInterval: false })
  return (
    <section className="card" aria-labelledby="kinds">
      <header><h2 id="kinds">{f.kinds}</h2></header>
      <p className="info"><Prose>{f.kindsAbout}</Prose></p>
      <Asked query={kinds} rows={6}>
        {({ items }) => (
          <div className="scroll">
            <table className="cards c-kind">
              <thead><tr><th>{f.code}</th><th>{f.means}</th><th>{f.ending}</th></tr></thead>
              <tbody>
                {items.map((each) => (
                  <tr key={each.code} id={each.code}>
                    <td><code>{each.code}</code></td>
                    <td className="two">{each.title}{each.foundBy === "doctor" ? <small><Prose>{f.doctorOnly}</Prose></small> : null}</td>
                    <td className="two" data-l={f.ending}><Prose>{each.ending}</Prose>{each.operation === undefined ? null : <small>{f.here(operationName(each.operation))}</small>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Asked>
    </section>
  )
}

export const Findings = () => {
  const now = useNow(5)
  return (
    <>
      <Head title={t.places.findings} about={f.about} />
      <div className="stack">
        <Lasting now={now} act={({ remedy }) => (remedy?.operation === "runner.endRestore" ? <EndRestore /> : undefined)} />
        <Ended now={now} />
        <Kinds />
      </div>
    </>
  )
}
