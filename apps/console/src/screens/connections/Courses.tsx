/**
 * How often a peer was called, how often it failed and how long it took, over time.
 */
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { answered, api } from "../../api/client.ts"
import * as Formats from "../../formats.ts"
import { isoOf, useNow } from "../../now.ts"
import { Asked, Empty } from "../../parts/Asked.tsx"
import { type Figures, Plot } from "../../parts/Plot.tsx"
import { t } from "../../texts.ts"
import { beginOf, type Course, courseOf, quantile, type Span, spanNames, spans } from "./course.ts"

/** How often it is asked for: many counts are read. */
const every = { "1h": 15_000, "24h": 60_000, "7d": 300_000 } as const satisfies { readonly [S in Span]: number }

/** How many of the newest calls the usual and the long times are of. */
const newest = 200

const figuresOf = (course: Course): readonly [Figures, Figures] => [
  {
    title: t.connections.perMinute,
    times: course.times,
    format: Formats.rate,
    series: [{ name: t.connections.allOfThem, colour: "--link", values: course.perMinute }, { name: t.connections.failedOnes, colour: "--fail", isDashed: true, values: course.failedPerMinute }]
  },
  { title: t.connections.took, times: course.times, format: Formats.millis, series: [{ name: t.flow.mean, colour: "--text-2", values: course.meanMillis }] }
]

const Shown = ({ course }: { readonly course: Course }) => {
  const figures = useMemo(() => figuresOf(course), [course])
  return <>{figures.map((each) => <Plot key={each.title} figures={each} />)}</>
}

const Usual = ({ id }: { readonly id: string }) => {
  const { data } = useQuery({ queryKey: ["calls", "newest", id], queryFn: ({ signal }) => answered(api.GET("/admin/calls", { params: { query: { scope: id, limit: String(newest) } }, signal })), refetchInterval: 60_000 })
  const taken = data?.items.map(({ millis }) => millis) ?? []
  const [usual, long] = [quantile(taken, 0.5), quantile(taken, 0.95)]
  return usual === undefined || long === undefined ? null : <p className="pad muted">{t.connections.usually(taken.length, Formats.millis(usual), Formats.millis(long))}</p>
}

export const Courses = ({ id }: { readonly id: string }) => {
  const [span, setSpan] = useState<Span>("1h")
  const begin = beginOf(span, useNow(60))
  const counts = useQuery({
    queryKey: ["calls", "course", id, span, begin],
    queryFn: async ({ signal }) => courseOf((await answered(api.GET("/admin/calls/counts", { params: { query: { scope: id, direction: "out", since: isoOf(begin), step: String(spans[span].step) } }, signal }))).items, span, begin),
    refetchInterval: every[span],
    placeholderData: (before, query) => query?.queryKey[3] === span ? before : undefined
  })
  return (
    <section className="card" aria-labelledby="course">
      <header>
        <h2 id="course">{t.connections.course}</h2>
        <span className="grow" />
        <div className="seg" role="group" aria-label={t.flow.span}>
          {spanNames.map((each) => <button key={each} type="button" aria-pressed={each === span} onClick={() => setSpan(each)}>{t.flow.spans[each]}</button>)}
        </div>
      </header>
      <Asked query={counts} rows={5}>
        {(course) => course.calls === 0 ? <Empty>{t.connections.noCallsIn(t.flow.spans[span])}</Empty> : <><Shown course={course} /><Usual id={id} /></>}
      </Asked>
    </section>
  )
}
