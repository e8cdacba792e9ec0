/**
 * Where everything of the picture stands. Places are fixed: shops and callers to the left, warehouses to the right, ERPs and books below,
 * the runner in the middle. Nothing moves when figures change.
 */
import type { Shape } from "../../parts/State.tsx"
import { byGraveness, type Edge, type Flow, hub, type Node, shapeOfNode } from "./states.ts"

export const size = { node: { width: 220, height: 76 }, core: { x: 376, width: 252, height: 300 }, width: 1004, top: 36 } as const
/** How many nodes a column has at most; those that are well and idle are put together in one. */
const most = { column: 8, row: 4 } as const

export interface Placed {
  readonly x: number
  readonly y: number
  readonly shape: Shape
  /** One node, or the many that one box stands for. */
  readonly nodes: ReadonlyArray<Node>
}

export interface Way {
  readonly path: string
  readonly shape: Shape
  readonly perMinute: number
  readonly waiting: number
  readonly oldest: string | undefined
  /** Whether it is nearly flat, so that its figures stand above it. */
  readonly isFlat: boolean
  /** Where its figures stand. */
  readonly at: { readonly x: number; readonly y: number }
  readonly key: string
}

export interface Picture {
  readonly height: number
  readonly coreY: number
  readonly left: ReadonlyArray<Placed>
  readonly right: ReadonlyArray<Placed>
  readonly below: ReadonlyArray<Placed>
  readonly ways: ReadonlyArray<Way>
}

interface Box {
  readonly nodes: ReadonlyArray<Node>
  readonly shape: Shape
}

/** One box for each node, the last for all that have no place. What needs a person keeps a box of its own. */
export const boxesOf = (nodes: ReadonlyArray<Node>, flow: Flow, limit: number): ReadonlyArray<Box> => {
  const boxes = nodes.map((node) => ({ nodes: [node], shape: shapeOfNode(node, flow) }))
  if (boxes.length <= limit) return boxes
  const kept = boxes.map((box, place) => ({ box, place })).toSorted((a, b) => byGraveness(a.box.shape, b.box.shape) || a.place - b.place).slice(0, limit - 1).toSorted((a, b) => a.place - b.place).map(({ box }) => box)
  const rest = boxes.filter((box) => !kept.includes(box))
  return [...kept, { nodes: rest.flatMap((box) => box.nodes), shape: rest.map((box) => box.shape).toSorted(byGraveness)[0] ?? "ok" }]
}

const pitchOf = (count: number): number => (count <= 3 ? 104 : count <= 5 ? 92 : 86)
const columnHeight = (count: number): number => (count === 0 ? 0 : (count - 1) * pitchOf(count) + size.node.height)

/** A column of boxes; a short one stands in the middle. */
const column = (boxes: ReadonlyArray<Box>, x: number, height: number): ReadonlyArray<Placed> => {
  const start = size.top + (boxes.length < 3 ? Math.round((height - columnHeight(boxes.length)) / 2) : 0)
  return boxes.map((box, place) => ({ ...box, x, y: start + place * pitchOf(boxes.length) }))
}

const row = (boxes: ReadonlyArray<Box>, y: number): ReadonlyArray<Placed> => {
  const pitch = boxes.length < 2 ? 0 : Math.min(300, (size.width - size.node.width) / (boxes.length - 1))
  const start = size.width / 2 - (pitch * (boxes.length - 1) + size.node.width) / 2
  return boxes.map((box, place) => ({ ...box, x: Math.round(start + place * pitch), y }))
}

/** The places at which ways meet one side of the runner. */
const ports = (count: number, middle: number, room: number): ReadonlyArray<number> => {
  const step = count < 2 ? 0 : Math.min(20, room / (count - 1))
  return Array.from({ length: count }, (_, place) => Math.round(middle + (place - (count - 1) / 2) * step))
}

const figuresOf = ({ nodes }: Placed, edges: ReadonlyArray<Edge>): Pick<Way, "oldest" | "perMinute" | "waiting"> | undefined => {
  const ids = new Set(nodes.map(({ id }) => id))
  const own = edges.filter(({ from, to }) => (ids.has(from) && to === hub) || (from === hub && ids.has(to)))
  if (own.length === 0) return undefined
  return {
    perMinute: own.reduce((total, each) => total + each.perMinute, 0),
    waiting: own.reduce((total, each) => total + each.waiting, 0),
    oldest: own.flatMap(({ oldest }) => (oldest === undefined ? [] : [oldest])).toSorted()[0]
  }
}

/** A nearly flat way has its figures above it, any other in its middle. */
const flat = 36
const labelY = (from: number, to: number): number => (Math.abs(from - to) < flat ? Math.min(from, to) - 8 : (from + to) / 2)

export const draw = (flow: Flow): Picture => {
  const of = (...kinds: ReadonlyArray<Node["kind"]>) => flow.nodes.filter(({ kind }) => kinds.includes(kind))
  const leftBoxes = boxesOf(of("shop", "caller"), flow, most.column)
  const rightBoxes = boxesOf(of("warehouse"), flow, most.column)
  const belowBoxes = boxesOf(of("books", "erp"), flow, most.row)
  const height = Math.max(size.core.height, columnHeight(leftBoxes.length), columnHeight(rightBoxes.length))
  const coreY = size.top + Math.round((height - size.core.height) / 2)
  const left = column(leftBoxes, 0, height)
  const right = column(rightBoxes, size.width - size.node.width, height)
  const rowY = size.top + height + 52
  const below = row(belowBoxes, rowY)
  const { x: coreX, width: coreWidth } = size.core
  const middle = size.node.height / 2

  const leftPorts = ports(left.length, coreY + 76, 100)
  const rightPorts = ports(right.length, coreY + 180, 100)
  const belowPorts = ports(below.length, coreX + coreWidth / 2, coreWidth - 48).map((_, place) => below.length < 2 ? coreX + coreWidth / 2 : Math.round(coreX + 44 + place * ((coreWidth - 88) / (below.length - 1))))
  /** Ways to the row below go straight down past the columns first. */
  const bendY = rowY - 52
  const wayOf = (box: Placed, from: readonly [number, number], to: readonly [number, number], isDown: boolean): ReadonlyArray<Way> => {
    const figures = figuresOf(box, flow.edges)
    if (figures === undefined) return []
    const [x1, y1] = from
    const [x2, y2] = to
    const path = isDown
      ? `M${x1} ${y1}${bendY > y1 ? `L${x1} ${bendY}` : ""}C${x1} ${(bendY + y2) / 2} ${x2} ${(bendY + y2) / 2} ${x2} ${y2}`
      : `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`
    return [{ ...figures, path, shape: box.shape, isFlat: !isDown && Math.abs(y1 - y2) < flat, at: { x: (x1 + x2) / 2, y: isDown ? (bendY + y2) / 2 + 4 : labelY(y1, y2) }, key: box.nodes[0]?.id ?? "" }]
  }
  const ways = [
    ...left.flatMap((box, place) => wayOf(box, [box.x + size.node.width, box.y + middle], [coreX, leftPorts[place] ?? coreY], false)),
    ...right.flatMap((box, place) => wayOf(box, [coreX + coreWidth, rightPorts[place] ?? coreY], [box.x, box.y + middle], false)),
    ...below.flatMap((box, place) => wayOf(box, [belowPorts[place] ?? coreX, coreY + size.core.height], [box.x + size.node.width / 2, box.y], true))
  ]
  return { height: below.length === 0 ? size.top + height + 16 : rowY + size.node.height + 16, coreY, left, right, below, ways }
}

/** How wide a way is drawn, by its rate. */
export const widthOf = (perMinute: number): number => Math.round(Math.min(3.6, 1.4 + Math.log2(1 + perMinute) * 0.42) * 10) / 10
/** How many seconds a dot takes along a way. */
export const secondsOf = (perMinute: number): number => Math.round(Math.max(3, 8 - Math.log2(1 + perMinute)) * 2) / 2
