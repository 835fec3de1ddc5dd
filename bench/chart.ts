import { toText } from './number.ts'
import { type Cost, costs, type ScalingRow } from './scaling-costs.ts'

const WIDTH = 720
const HEIGHT = 400
const PLOT = { left: 64, top: 52, right: 560, bottom: 344 }
/** Hues that can be told apart by most people, on light and on dark. */
const COLOURS = ['#0969da', '#bf3989', '#1a7f37', '#bc4c00', '#8250df', '#9a6700']
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .panel { fill: #ffffff } .grid { stroke: #d1d9e0 } .faint { fill: #59636e }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc } .panel { fill: #0d1117 } .grid { stroke: #3d444d } .faint { fill: #9198a1 }
      .series { filter: brightness(1.5) }
    }
  `

type Point = { x: number; y: number }

/** The costs in ms over the number of posts, both axes by powers of ten. An SVG of its own. */
export function toChart(rows: ScalingRow[]): string {
  const series = costs.filter(({ unit }) => unit === 'ms')
  const values = rows.flatMap(({ costs }) => series.map(({ key }) => costs[key]))
  const x = scale(powers(rows.map(({ posts }) => posts)), PLOT.left, PLOT.right)
  const y = scale(powers(values.filter((value) => value > 0)), PLOT.bottom, PLOT.top)
  const pointsOf = (key: Cost) =>
    rows
      .filter(({ costs }) => Number.isFinite(costs[key]))
      .map(({ posts, costs }) => ({ x: x.at(posts), y: y.at(costs[key]) }))
  const lines = series.map(({ key, label }, index) => ({
    label,
    colour: COLOURS[index] ?? '#59636e',
    points: pointsOf(key),
  }))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
  <title id="title">What an action costs in milliseconds, over the number of posts stored</title>
  <style>${STYLE}</style>
  <rect class="panel" width="${WIDTH}" height="${HEIGHT}" rx="10"/>
  <text x="${PLOT.left - 40}" y="28">Cost of an action in ms, over posts stored</text>
${x.ticks.map((tick) => xTick(x.at(tick), tick)).join('\n')}
${y.ticks.map((tick) => yTick(y.at(tick), tick)).join('\n')}
${lines.map(toLine).join('\n')}
${labels(lines)}
</svg>
`
}

/** The powers of ten around all values. */
function powers(values: number[]): number[] {
  const finite = values.filter(Number.isFinite)
  const [from, to] = [Math.min(...finite), Math.max(...finite)].map(Math.log10) as [number, number]
  const first = Math.floor(from)
  const count = Math.max(1, Math.ceil(to) - first)
  return Array.from({ length: count + 1 }, (_, index) => 10 ** (first + index))
}

function scale(ticks: number[], from: number, to: number) {
  const [first, last] = [ticks[0], ticks.at(-1)].map((tick) => Math.log10(tick ?? 1)) as [
    number,
    number,
  ]
  const share = (value: number) =>
    (Math.log10(Math.max(value, 10 ** first)) - first) / (last - first)
  return { ticks, at: (value: number) => Math.round(from + share(value) * (to - from)) }
}

function xTick(x: number, tick: number): string {
  return `  <line class="grid" x1="${x}" y1="${PLOT.top}" x2="${x}" y2="${PLOT.bottom}"/>
  <text class="faint" x="${x}" y="${PLOT.bottom + 22}" text-anchor="middle">${toText(tick)}</text>`
}

function yTick(y: number, tick: number): string {
  return `  <line class="grid" x1="${PLOT.left}" y1="${y}" x2="${PLOT.right}" y2="${y}"/>
  <text class="faint" x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end">${toText(tick)}</text>`
}

type Line = { label: string; colour: string; points: Point[] }

function toLine({ colour, points }: Line): string {
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ')
  const dots = points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`)
  return `  <g class="series"><polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}</g>`
}

const LINE_HEIGHT = 18

/** Each name beside the end of its line, pushed down where two would overlap. */
function labels(lines: Line[]): string {
  const ends = lines.map((line) => ({ ...line, y: line.points.at(-1)?.y ?? PLOT.bottom }))
  let last = Number.NEGATIVE_INFINITY
  return ends
    .toSorted((a, b) => a.y - b.y)
    .map(({ label, colour, y }) => {
      last = Math.max(y, last + LINE_HEIGHT)
      return `  <g class="series"><circle cx="${PLOT.right + 18}" cy="${last}" r="5" fill="${colour}"/></g><text x="${PLOT.right + 30}" y="${last + 4}">${label}</text>`
    })
    .join('\n')
}
