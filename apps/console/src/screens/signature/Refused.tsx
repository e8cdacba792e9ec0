/**
 * The calls whose signature was refused of late, and any other call of the log by its request id. Their bytes have personal data, so a reason is
 * kept.
 */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { useNow } from "../../now.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Asked, Empty } from "../../parts/Asked.tsx"
import { TextFilter } from "../../parts/Page.tsx"
import { useMay } from "../../session.ts"
import { s } from "../../texts/signature.ts"
import { loggedOf, type Typed } from "./request.ts"

interface Props {
  readonly request: string | undefined
  readonly onRequest: (id: string | undefined) => void
  /** Undefined: the log does not have the whole request. */
  readonly onTaken: (typed: Typed | undefined, hasSign: boolean) => void
}

const takeRefused = async (requestId: string, reason: string) =>
  loggedOf(await answered(api.POST("/admin/signature/refused/{requestId}/reveal", { params: { path: { requestId } }, body: { reason } })))

const takeLogged = async (id: string, reason: string) =>
  loggedOf(await answered(api.POST("/admin/calls/{id}/reveal", { params: { path: { id } }, body: { reason } })))

/** A call of the log, which was refused for another reason or accepted. */
const Logged = ({ request, onTake, mayReveal }: { readonly request: string; readonly onTake: (id: string) => void; readonly mayReveal: boolean }) => {
  const calls = useQuery({
    queryKey: ["calls", "request", request],
    queryFn: ({ signal }) => answered(api.GET("/admin/calls", { params: { query: { requestId: request, direction: "in", limit: "1" } }, signal })),
    refetchInterval: false
  })
  return (
    <Asked query={calls} rows={1}>
      {({ items: [call] }) => call === undefined ? <Empty>{s.noCall(request)}</Empty> : (
        <p className="pad bar">
          <span>{s.found(call.operation, call.scope, call.code)}</span>
          {mayReveal ? <button type="button" className="btn s" onClick={() => onTake(call.id)}>{s.take}</button> : null}
        </p>
      )}
    </Asked>
  )
}

export const Refused = ({ request, onRequest, onTaken }: Props) => {
  const [open, setOpen] = useState<{ readonly id: string; readonly isRefused: boolean } | undefined>(undefined)
  const mayReveal = useMay("reveal")
  const now = useNow(30)
  const refused = useQuery({ queryKey: ["signature", "refused"], queryFn: ({ signal }) => answered(api.GET("/admin/signature/refused", { signal })) })
  return (
    <section className="card" aria-label={s.refused}>
      <header><h2>{s.refused}</h2><TextFilter label={s.requestId} value={request} isCode onChange={onRequest} /></header>
      <p className="info">{mayReveal ? s.refusedAbout : s.mayNot}</p>
      <Asked query={refused} rows={2}>
        {({ items }) => {
          const shown = items.filter(({ requestId }) => request === undefined || requestId === request)
          if (shown.length === 0) return request === undefined ? <Empty>{s.noneRefused}</Empty> : <Logged request={request} mayReveal={mayReveal} onTake={(id) => setOpen({ id, isRefused: false })} />
          return (
            <div className="scroll refused" tabIndex={0} role="group" aria-label={s.refused}>
              <table>
                <thead><tr><th>{s.when}</th><th>{s.who}</th><th>{s.protocol}</th><th>{s.from}</th><th>{s.requestId}</th><th><span className="vh">{s.takeVerb}</span></th></tr></thead>
                <tbody>
                  {shown.map(({ at, protocol, remoteAddress, requestId, scope }) => (
                    <tr key={requestId}>
                      <td className="nowrap"><time dateTime={at} title={at}>{Formats.moment(at, now)}</time></td>
                      <td className="nowrap">{scope === "" ? s.nobody : scope}</td>
                      <td className="nowrap muted">{protocol}</td>
                      <td className="nowrap muted">{remoteAddress ?? "–"}</td>
                      <td className="nowrap"><code>{requestId}</code></td>
                      <td className="num">{mayReveal ? <button type="button" className="btn s" aria-label={s.takeOf(requestId)} onClick={() => setOpen({ id: requestId, isRefused: true })}>{s.take}</button> : null}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }}
      </Asked>
      {open === undefined ? null : (
        <ActionDialog
          title={s.takeTitle}
          verb={s.takeVerb}
          onClose={() => setOpen(undefined)}
          run={async (reason) => onTaken(await (open.isRefused ? takeRefused(open.id, reason) : takeLogged(open.id, reason)), open.isRefused)}
        >
          {s.takeSays}
        </ActionDialog>
      )}
    </section>
  )
}
