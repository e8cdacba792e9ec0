/**
 * The first page: what needs a person, and everything that flows as one picture.
 */
import "../styles/flow.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue } from "react"
import { useNow } from "../now.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { Prose } from "../parts/Prose.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { useIsLimited } from "../session.ts"
import { t } from "../texts.ts"
import { Edges } from "./flow/Edges.tsx"
import { Findings } from "./flow/Findings.tsx"
import { defaultSpan, flowQuery, spans } from "./flow/flowQuery.ts"
import { Picture } from "./flow/Picture.tsx"
import type { Flow as Data } from "./flow/states.ts"

const route = getRouteApi("/")

/** The table below the picture is drawn after it, because it has most of what is on the page, and nobody reads it first. */
const Below = ({ flow, now }: { readonly flow: Data; readonly now: number }) => {
  const shown = useDeferredValue<Data | undefined>(flow, undefined)
  return shown === undefined ? null : <Edges flow={shown} now={now} />
}

export const Flow = () => {
  useRowKeys()
  const span = route.useSearch().span ?? defaultSpan
  const now = useNow(5)
  const isLimited = useIsLimited()
  const flow = useQuery({ ...flowQuery(span), placeholderData: (before) => before })
  return (
    <>
      <Head title={t.places.flow}>
        <nav className="seg" aria-label={t.flow.span}>
          {spans.map((each) => <Link key={each} to="/" search={each === defaultSpan ? {} : { span: each }} {...(each === span ? { "aria-current": true as const } : {})}>{t.flow.spans[each]}</Link>)}
        </nav>
      </Head>
      {isLimited ? null : <Findings now={now} />}
      <Asked query={flow} rows={8}>
        {(data) => data.nodes.length < 2
          ? <section className="sec card"><Empty><Prose>{t.flow.nothing}</Prose></Empty></section>
          : (
            <>
              <section className="sec card pic" aria-label={t.flow.picture}><Picture flow={data} now={now} /></section>
              <Below flow={data} now={now} />
            </>
          )}
      </Asked>
    </>
  )
}
