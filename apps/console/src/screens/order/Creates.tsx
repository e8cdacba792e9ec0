/** What was created at peers for an order. Its contents are masked; to reveal them takes a reason, which the audit keeps. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import { linkName } from "../../api/links.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Asked } from "../../parts/Asked.tsx"
import { type Shape, State } from "../../parts/State.tsx"
import { useMay } from "../../session.ts"
import { o } from "../../texts/orders.ts"
import { AfterCreate } from "./AfterCreate.tsx"
import type { Intent } from "./found.ts"

const createShapes = { Pending: "wait", InFlight: "move", Delivered: "ok", Doubtful: "doubt", Dead: "fail", Cancelled: "void" } as const satisfies { readonly [S in Intent["state"]]: Shape }

const ask = (id: string, reason: string | undefined, signal?: AbortSignal) =>
  reason === undefined
    ? answered(api.GET("/admin/intents/{id}", { params: { path: { id } }, signal: signal ?? null }))
    : answered(api.POST("/admin/intents/{id}/reveal", { params: { path: { id } }, body: { reason } }))

const Contents = ({ intent }: { readonly intent: Intent }) => {
  const [isAsking, setAsking] = useState(false)
  const [revealed, setRevealed] = useState<Awaited<ReturnType<typeof ask>> | undefined>(undefined)
  const mayReveal = useMay("reveal")
  const masked = useQuery({ queryKey: ["intents", "one", intent.id], queryFn: ({ signal }) => ask(intent.id, undefined, signal), refetchInterval: false })
  return (
    <div className="contents">
      <Asked query={masked} rows={3}>
        {(each) => (
          <>
            <h3>{o.order.askedOf}</h3>
            <pre>{JSON.stringify((revealed ?? each).asked, undefined, 2)}</pre>
            {revealed === undefined ? mayReveal ? <button type="button" className="btn s" onClick={() => setAsking(true)}>{o.order.reveal}</button> : null : <small className="n-hold">{o.order.revealed}</small>}
          </>
        )}
      </Asked>
      {isAsking
        ? (
          <ActionDialog title={o.order.revealTitle} verb={o.order.revealVerb} onClose={() => setAsking(false)} run={async (reason) => setRevealed(await ask(intent.id, reason))}>
            {o.order.revealSays(intent.number)}
          </ActionDialog>
        )
        : null}
    </div>
  )
}

export const Creates = ({ absent, intents, now }: { readonly intents: ReadonlyArray<Intent>; /** The numbers of orders that a peer took and does not show. */ readonly absent: ReadonlyArray<string>; readonly now: number }) => {
  const [open, setOpen] = useState<string | undefined>(undefined)
  return (
    <section className="card" aria-labelledby="creates">
      <header><h2 id="creates">{o.order.creates}</h2><span className="grow" />{intents.length === 0 ? null : <span className="meta">{intents.length}</span>}</header>
      {intents.length === 0 ? <p className="pad muted">{o.order.noCreates}</p> : (
        <ul className="rowlist">
          {intents.map((each) => (
            <li key={each.id}>
              <div className="bar"><span>{linkName(each.scope)}</span><span className="grow" /><State shape={createShapes[each.state]}>{o.order.createStates[each.state]}</State></div>
              <small>{o.order.attempts(each.attempts, each.queries)} · {Formats.moment(each.updatedAt, now)}{each.peerNumber === undefined ? null : <> · <code>{each.peerNumber}</code></>}</small>
              {each.failure === undefined ? null : <small className={each.state === "Delivered" ? undefined : "n-fail"}>{each.failure}</small>}
              {each.heldBecause === undefined ? null : <small className="n-hold">{each.heldBecause}</small>}
              <AfterCreate intent={each} isAbsent={absent.includes(`${each.scope} ${each.number}`)} />
              <button type="button" className="link" aria-expanded={open === each.id} onClick={() => setOpen(open === each.id ? undefined : each.id)}>{o.order.contents}</button>
              {open === each.id ? <Contents intent={each} /> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
