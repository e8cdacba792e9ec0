/**
 * Figures over time as lines. The same figures stand in the table below it, for whoever does not see the picture. The library that draws is
 * loaded with the first plot.
 */
import "uplot/dist/uPlot.min.css"
import "../styles/plot.css"
import { useEffect, useId, useRef, useState } from "react"
import type uPlot from "uplot"
import * as Formats from "../formats.ts"
import { t } from "../texts.ts"
import { useTheme } from "../theme.ts"

export interface Series {
  readonly name: string
  /** A colour of `tokens.css`. */
  readonly colour: "--fail" | "--link" | "--text-2"
  readonly isDashed?: boolean
  /** One for each time; undefined where nothing was measured. */
  readonly values: ReadonlyArray<number | undefined>
}

export interface Figures {
  readonly title: string
  /** Milliseconds since 1970, ascending. */
  readonly times: ReadonlyArray<number>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number | undefined) => string
}

const height = 180
/** A span of more than this is shown with its days. */
const oneDay = 86_400_000

/** A colour as a canvas takes it: with the choice between light and dark made. */
const colourIn = (host: HTMLElement, name: string): string => {
  host.style.color = `var(${name})`
  const { color } = getComputedStyle(host)
  host.style.color = ""
  return color
}

const labelOf = (at: number, times: ReadonlyArray<number>): string =>
  (times.at(-1) ?? 0) - (times[0] ?? 0) > oneDay ? Formats.dayTime(at) : Formats.shortClock(at)

const optionsOf = (host: HTMLElement, { format, series, times }: Figures): uPlot.Options => {
  const [text, line] = [colourIn(host, "--text-3"), colourIn(host, "--line")]
  const axis = { stroke: text, font: "12px Geist, sans-serif", grid: { stroke: line, width: 1 }, ticks: { show: false } }
  return {
    width: host.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: true }, y: { range: (_, min, max) => [Math.min(0, min), Math.max(max * 1.1, 1)] } },
    axes: [
      { ...axis, size: 30, space: 90, values: (_, splits) => splits.map((at) => labelOf(at * 1000, times)) },
      { ...axis, size: 64, values: (_, splits) => splits.map((value) => format(value)) }
    ],
    series: [{}, ...series.map(({ colour, isDashed, values }) => ({ stroke: colourIn(host, colour), width: 1.5, points: { show: values.includes(undefined), size: 4 }, ...(isDashed === true && { dash: [5, 4] }) }))]
  }
}

const Drawn = ({ figures }: { readonly figures: Figures }) => {
  const host = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const [isDark, setDark] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches)
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)")
    const change = () => setDark(query.matches)
    query.addEventListener("change", change)
    return () => query.removeEventListener("change", change)
  }, [])
  useEffect(() => {
    const place = host.current
    if (place === null) return undefined
    let plot: uPlot | undefined
    let isGone = false
    const fit = new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height }))
    const draw = async () => {
      const { default: Plotter } = await import("uplot")
      if (isGone) return
      const data: uPlot.AlignedData = [figures.times.map((at) => at / 1000), ...figures.series.map(({ values }) => values.map((value) => value ?? null))]
      plot = new Plotter(optionsOf(place, figures), data, place)
      fit.observe(place)
    }
    // Without the file, as after an upgrade, the table still has the figures.
    draw().catch(() => undefined)
    return () => {
      isGone = true
      fit.disconnect()
      plot?.destroy()
    }
  }, [figures, theme, isDark])
  return <div ref={host} className="plot" aria-hidden />
}

export const Plot = ({ figures }: { readonly figures: Figures }) => {
  const id = useId()
  const { format, series, times, title } = figures
  return (
    <figure className="plots" aria-labelledby={id}>
      <figcaption id={id}>
        {title}
        <span className="key">{series.map(({ colour, isDashed, name }) => <span key={name}><i className={isDashed === true ? "dashed" : undefined} style={{ color: `var(${colour})` }} />{name}</span>)}</span>
      </figcaption>
      <Drawn figures={figures} />
      <details>
        <summary>{t.plot.asTable}</summary>
        <div className="scroll tall" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead><tr><th>{t.plot.from}</th>{series.map(({ name }) => <th key={name} className="num">{name}</th>)}</tr></thead>
            <tbody>
              {times.map((at, place) => (
                <tr key={at}><td className="nowrap">{labelOf(at, times)}</td>{series.map(({ name, values }) => <td key={name} className="num">{format(values[place])}</td>)}</tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
