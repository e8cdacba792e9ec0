/**
 * The flow as a picture. The same figures are in the table below it, which takes its place in a narrow window.
 */
import type { CSSProperties } from "react"
import * as Formats from "../../formats.ts"
import { Mark, type Shape } from "../../parts/State.tsx"
import { t } from "../../texts.ts"
import { draw, type Placed, secondsOf, size, type Way, widthOf } from "./picture.ts"
import { atDesk, type Flow, linesOf, longestLine, nameOfNode } from "./states.ts"

/** Text in the picture does not break, so a long name is cut; its whole text is the title. */
const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
const tone = (shape: Shape): string => (["fail", "hold", "doubt"].includes(shape) ? shape : "")

const Box = ({ box, flow, now }: { readonly box: Placed; readonly flow: Flow; readonly now: number }) => {
  const [node] = box.nodes
  if (node === undefined) return null
  const isOne = box.nodes.length === 1
  const { second, third } = isOne ? linesOf(node, flow, now) : { second: t.flow.further(box.nodes.length), third: t.flow.worst[box.shape] }
  const title = isOne ? nameOfNode(node) : t.flow.others
  return (
    <g>
      <title>{isOne ? [title, second, third, node.cause?.text].filter((each) => each !== undefined && each !== "").join("\n") : box.nodes.map(nameOfNode).join("\n")}</title>
      <rect className={`nd ${tone(box.shape)}`} x={box.x + 0.5} y={box.y + 0.5} width={size.node.width} height={size.node.height} rx="8" />
      <Mark shape={box.shape} className={`i-${box.shape}`} at={{ x: box.x + 12, y: box.y + 13 }} />
      <text className="b" x={box.x + 33} y={box.y + 25}>{cut(title, 24)}</text>
      <text className="t3" x={box.x + 33} y={box.y + 44}>{cut(second, longestLine)}</text>
      <text className={tone(box.shape) === "" ? "t2" : `t2 ${box.shape}`} x={box.x + 33} y={box.y + 62}>{cut(third, longestLine)}</text>
    </g>
  )
}

const Line = ({ way }: { readonly way: Way }) => (
  <>
    <path className={`e ${tone(way.shape)}`} d={way.path} strokeWidth={way.shape === "fail" ? 1.6 : widthOf(way.perMinute)} />
    {way.perMinute === 0 || way.shape === "fail" ? null : <circle className="dot" r="3" style={{ offsetPath: `path('${way.path}')`, "--d": `${secondsOf(way.perMinute)}s` } as CSSProperties} />}
  </>
)

/** A wait below a minute is no news. */
const worthSaying = 60_000

const Label = ({ way, now }: { readonly way: Way; readonly now: number }) => {
  const { x, y } = way.at
  const age = way.oldest === undefined ? 0 : now - Date.parse(way.oldest)
  const waits = way.waiting === 0 ? undefined : age < worthSaying ? t.flow.wait(Formats.count(way.waiting)) : `${t.flow.wait(Formats.count(way.waiting))}, ${Formats.duration(age)}`
  const first = waits === undefined ? y : way.isFlat ? y - 12 : y - 4
  return (
    <>
      <text className={`lb b ${tone(way.shape)}`} x={x} y={first} textAnchor="middle">{t.flow.perMinute(Formats.rate(way.perMinute))}</text>
      {waits === undefined ? null : <text className={`lb ${tone(way.shape)}`} x={x} y={first + 15} textAnchor="middle">{waits}</text>}
    </>
  )
}

const figureX = [392, 468, 544] as const

const Figure = ({ place, y, value, word, shape }: { readonly place: 0 | 1 | 2; readonly y: number; readonly value: string; readonly word: string; readonly shape?: Shape | undefined }) => (
  <text className={shape === undefined ? "t2" : `t2 ${shape}`} x={figureX[place]} y={y}><tspan className="b">{value}</tspan> {word}</text>
)

const some = (count: number, shape: Shape): Shape | undefined => (count === 0 ? undefined : shape)

/** What is at the runner itself: orders to decide, creates, messages. */
const Core = ({ flow, y, now }: { readonly flow: Flow; readonly y: number; readonly now: number }) => {
  const { creates, messages } = flow
  const [due, waiting, held, placed] = [atDesk(flow, "due"), atDesk(flow, "waiting"), atDesk(flow, "held"), atDesk(flow, "placed")]
  const out = flow.edges.filter((edge) => edge.from === "desk" && /^(?:erp|books):/.test(edge.to)).reduce((total, edge) => total + edge.perMinute, 0)
  const { x, width, height } = size.core
  return (
    <g>
      <rect className="core" x={x + 0.5} y={y + 0.5} width={width} height={height} rx="10" />
      <text className="m" x="392" y={y + 30}>{t.places.desk}</text>
      <Figure place={0} y={y + 52} value={Formats.count(due.count)} word={t.flow.due} />
      <Figure place={1} y={y + 52} value={Formats.count(held.count)} word={t.flow.held} shape={some(held.count, "hold")} />
      <Figure place={2} y={y + 52} value={Formats.count(placed.count)} word={t.flow.placed} />
      {waiting.count === 0 ? null : <text className="t3" x="392" y={y + 76}>{t.flow.notPaid(Formats.count(waiting.count))}</text>}
      {held.oldest === undefined ? null : <text className="t2 hold" x="392" y={y + 96}>{t.flow.oldestHeld(Formats.age(held.oldest, now))}</text>}
      <path className="ln" d={`M${x} ${y + 120.5}H${x + width}`} />
      <text className="m" x="392" y={y + 148}>{t.flow.creates}</text>
      <Figure place={0} y={y + 170} value={Formats.count(creates.pending + creates.inFlight - creates.held)} word={t.flow.due} />
      <Figure place={1} y={y + 170} value={Formats.count(creates.inDoubt)} word={t.flow.inDoubt} shape={some(creates.inDoubt, "doubt")} />
      <Figure place={2} y={y + 170} value={Formats.count(creates.held)} word={t.flow.waits} shape={some(creates.held, "fail")} />
      {creates.oldestInDoubt === undefined ? null : <text className="t2 doubt" x="392" y={y + 194}>{t.flow.oldestInDoubt(Formats.age(creates.oldestInDoubt, now))}</text>}
      <path className="ln" d={`M${x} ${y + 228.5}H${x + width}`} />
      <text className="m" x="392" y={y + 254}>{t.flow.messages}</text>
      <Figure place={0} y={y + 276} value={Formats.count(messages.due)} word={t.flow.due} />
      <Figure place={1} y={y + 276} value={Formats.count(messages.dead)} word={t.flow.dead} shape={some(messages.dead, "fail")} />
      <Figure place={2} y={y + 276} value={t.flow.perMinute(Formats.rate(out))} word="" />
    </g>
  )
}

export const Picture = ({ flow, now }: { readonly flow: Flow; readonly now: number }) => {
  const { below, coreY, height, left, right, ways } = draw(flow)
  const [firstBelow] = below
  return (
    <div className="map-pad">
      <svg className="map" viewBox={`-14 0 1032 ${height}`} role="img" aria-label={t.flow.pictureLabel(left.length, right.length, below.length)}>
        {left.length === 0 ? null : <text className="col" x="0" y={(left[0]?.y ?? 36) - 16}>{t.flow.columns.left}</text>}
        <text className="col" x={size.core.x} y={coreY - 16}>{t.product}</text>
        {right.length === 0 ? null : <text className="col" x={right[0]?.x} y={(right[0]?.y ?? 36) - 16}>{t.flow.columns.right}</text>}
        {firstBelow === undefined ? null : <text className="col" x={firstBelow.x} y={firstBelow.y - 10}>{t.flow.columns.below}</text>}
        {ways.map((way) => <Line key={way.key} way={way} />)}
        {[...left, ...right, ...below].map((box) => <Box key={box.nodes[0]?.id} box={box} flow={flow} now={now} />)}
        <Core flow={flow} y={coreY} now={now} />
        {ways.map((way) => <Label key={way.key} way={way} now={now} />)}
      </svg>
    </div>
  )
}
