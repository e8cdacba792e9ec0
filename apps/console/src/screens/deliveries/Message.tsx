/** One message: every attempt with its answer, and what is sent, which is revealed for a reason only. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Asked } from "../../parts/Asked.tsx"
import { State } from "../../parts/State.tsx"
import { useMay } from "../../session.ts"
import { q } from "../../texts/queues.ts"
import { readable } from "../calls/outcome.ts"
import { shapeOfAttempt } from "./attempts.ts"

const ask = (id: string, reason?: string, signal?: AbortSignal) =>
  reason === undefined
    ? answered(api.GET("/admin/deliveries/{id}", { params: { path: { id } }, signal: signal ?? null }))
    : answered(api.POST("/admin/deliveries/{id}/reveal", { params: { path: { id } }, body: { reason } }))

export const Message = ({ id, now }: { readonly id: string; readonly now: number }) => {
  const [isAsking, setAsking] = useState(false)
  const [revealed, setRevealed] = useState<Awaited<ReturnType<typeof ask>> | undefined>(undefined)
  const mayReveal = useMay("reveal")
  const message = useQuery({ queryKey: ["deliveries", "one", id], queryFn: ({ signal }) => ask(id, undefined, signal) })
  const text = revealed?.content ?? revealed?.payload
  return (
    <div className="message">
      <Asked query={message} rows={2}>
        {(each) => (
          <>
            <h3>{q.deliveries.attempts}</h3>
            {each.attemptList.length === 0 ? <p className="muted">{q.deliveries.noAttempts}</p> : (
              <ol>
                {each.attemptList.map((attempt) => (
                  <li key={attempt.number}>
                    <time dateTime={attempt.at} title={attempt.at}>{Formats.moment(attempt.at, now)}</time>
                    <State shape={shapeOfAttempt(attempt.outcome)}>{attempt.outcome}</State>
                    <span className="meta">{q.deliveries.attempt(attempt.number)}, {Formats.millis(attempt.tookMillis)}</span>
                    {attempt.detail === undefined ? null : <code>{attempt.detail}</code>}
                  </li>
                ))}
              </ol>
            )}
            {text === undefined
              ? mayReveal ? <button type="button" className="btn s" onClick={() => setAsking(true)}>{q.deliveries.reveal}</button> : null
              : <><h3>{q.deliveries.content}</h3><pre>{readable(text)}</pre></>}
            {isAsking
              ? (
                <ActionDialog title={q.deliveries.revealTitle} verb={q.deliveries.revealVerb} onClose={() => setAsking(false)} run={async (reason) => setRevealed(await ask(id, reason))}>
                  <p>{q.deliveries.revealSays(each.number)}</p>
                </ActionDialog>
              )
              : null}
          </>
        )}
      </Asked>
    </div>
  )
}
