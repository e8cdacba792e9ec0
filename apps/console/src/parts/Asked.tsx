/**
 * The states of everything that is asked of the runner: loading, failed in its place, or there. What was there before stays while it is
 * asked again, and while it cannot be asked.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { asRefusal } from "../api/Refusal.ts"
import { clock } from "../formats.ts"
import { t } from "../texts.ts"
import { Mark } from "./State.tsx"

const widths = [62, 48, 71, 55, 66, 43]

/** Still grey bars in place of rows. The sheet shows them after 150 ms, so that fast answers do not flicker. */
export const Loading = ({ rows = 6 }: { readonly rows?: number }) => (
  <div className="loading" role="status">
    <span className="vh">{t.loading}</span>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row}>
        <i style={{ width: `${widths[row % widths.length]}%` }} />
        <i />
      </div>
    ))}
  </div>
)

export const Failed = ({ error, again, since }: { readonly error: unknown; readonly again?: (() => void) | undefined; readonly since?: number | undefined }) => {
  const { code, message, problems, requestId, status } = asRefusal(error)
  return (
    <div className="failed" role="alert">
      <Mark shape="fail" />
      <div>
        <b>{status === 0 ? t.failed.noAnswer : status === -1 ? t.failed.page : message}</b>
        <small>
          {since === undefined ? null : <>{t.failed.since(clock(since))} </>}
          <code>{code}</code>
          {status === -1 ? <> {message}</> : null}
          {requestId === undefined ? null : <> · {t.failed.request} <code>{requestId}</code></>}
        </small>
        {problems.map((each) => <small key={each.path}><code>{each.path}</code> {each.message}</small>)}
      </div>
      {again === undefined ? null : <button type="button" className="btn s" onClick={again}>{t.again}</button>}
    </div>
  )
}

export const Empty = ({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) => (
  <div className="empty">
    <p>{children}</p>
    {action}
  </div>
)

/** Shows what was asked with `children`, or why it is not there. */
export const Asked = <Data,>({ query, rows, children }: { readonly query: UseQueryResult<Data, unknown>; readonly rows?: number; readonly children: (data: Data) => ReactNode }) => {
  const again = () => {
    void query.refetch()
  }
  if (query.data !== undefined) {
    // While the runner does not answer, the head of the page says of when all of this is; when a sign-in has ended, a dialog says so.
    const isRefused = query.error !== null && ![0, 401].includes(asRefusal(query.error).status)
    return (
      <>
        {isRefused ? <Failed error={query.error} again={again} /> : null}
        {children(query.data)}
      </>
    )
  }
  if (query.error !== null) return <Failed error={query.error} again={again} since={query.errorUpdatedAt} />
  return <Loading {...(rows === undefined ? {} : { rows })} />
}
