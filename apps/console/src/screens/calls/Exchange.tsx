/**
 * One call with both of its messages. They come from peers and callers, and are shown as plain text.
 */
import "../../styles/exchange.css"
import { useQuery } from "@tanstack/react-query"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { Asked } from "../../parts/Asked.tsx"
import { Operation } from "../../parts/Operation.tsx"
import { t } from "../../texts.ts"
import { readable } from "./outcome.ts"

interface Message {
  readonly headers: ReadonlyArray<ReadonlyArray<string>>
  readonly body: string
  readonly leftOut?: number
}

const Shown = ({ title, first, message }: { readonly title: string; readonly first: string; readonly message: Message | undefined }) => (
  <div>
    <h2 className="part">{title}</h2>
    {message === undefined ? <pre>{t.calls.nothing}</pre> : (
      <>
        <pre tabIndex={0} aria-label={t.calls.headOf(title)}><b>{first}</b>{message.headers.map(([name = "", value = ""]) => `\n${name}: ${value}`).join("")}</pre>
        <pre tabIndex={0} aria-label={t.calls.bodyOf(title)}>{message.body === "" ? <i>{t.calls.noBody}</i> : readable(message.body)}</pre>
        {message.leftOut === undefined ? null : <small>{t.calls.leftOut(message.leftOut)}</small>}
      </>
    )}
  </div>
)

export const Exchange = ({ id }: { readonly id: string }) => {
  const call = useQuery({
    queryKey: ["calls", "one", id],
    queryFn: ({ signal }) => answered(api.GET("/admin/calls/{id}", { params: { path: { id } }, signal })),
    // A call that is over does not change.
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY
  })
  return (
    <Asked query={call} rows={3}>
      {(each) => (
        <div className="ex">
          <header>
            <b><Operation name={each.operation} /> · {each.scope}</b>
            <span className="meta">{each.protocol}, {Formats.millis(each.millis)}</span>
            {each.onBehalfOf === undefined ? null : <span className="meta">{t.calls.onBehalfOf} {each.onBehalfOf}</span>}
            {each.requestId === undefined ? null : <code>{each.requestId}</code>}
            {each.traceId === undefined ? null : <span className="meta">{t.calls.trace} <code>{each.traceId}</code></span>}
            {each.reason === undefined ? null : <span className="why">{each.reason}</span>}
          </header>
          <div className="cols">
            <Shown title={t.calls.sent} first={each.request === undefined ? "" : `${each.request.method} ${each.request.url}`} message={each.request} />
            <Shown title={t.calls.answered} first={each.response === undefined ? "" : String(each.response.status)} message={each.response} />
          </div>
        </div>
      )}
    </Asked>
  )
}
