import uPlot from 'uplot'
import type { Drawn } from '../use-drawn.ts'

export type Lines = {
  /** What stands below each place. */
  names: readonly string[]
  now: readonly (number | null)[]
  /** What they are compared with, place by place. */
  before: readonly (number | null)[]
  /** The top of the scale, where it is known. */
  full?: number
}

type Told = {
  /** Over which place the pointer stands. */
  over(place: number | null): void
  /** A value as the scale writes it. */
  text(value: number): string
}

const HEIGHT = 200
const SCALE_WIDTH = 68
const LABEL_SPACE = 64
const HEADROOM = 1.1
const POINT_SIZE = 5

/** Draws a line for now and a broken one for what it is compared with, in the colours of the theme. */
export function drawLines(box: HTMLElement, { over, text }: Told): Drawn<Lines> {
  const theme = (name: string) => () => getComputedStyle(box).getPropertyValue(name)
  const font = `12px ${getComputedStyle(box).fontFamily}`
  let shown: Lines = { names: [], now: [], before: [] }
  const chart = new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false },
        y: {
          range: (_, least, most) => [Math.min(least ?? 0, 0), shown.full ?? Math.max((most ?? 0) * HEADROOM, 1)],
        },
      },
      axes: [
        {
          font,
          stroke: theme('--color-ink-soft'),
          grid: { show: false },
          space: LABEL_SPACE,
          incrs: [1, 2, 7, 14, 28, 56],
          values: (_, places) => places.map((place) => shown.names[place] ?? ''),
        },
        {
          font,
          stroke: theme('--color-ink-soft'),
          size: SCALE_WIDTH,
          grid: { stroke: theme('--color-line'), width: 1 },
          values: (_, values) => values.map(text),
        },
      ],
      series: [
        {},
        { stroke: theme('--color-ink-soft'), width: 1.5, dash: [4, 4], spanGaps: true, points: { show: false } },
        { stroke: theme('--color-bar'), width: 2, spanGaps: true, points: { show: true, size: POINT_SIZE } },
      ],
      hooks: { setCursor: [({ cursor }) => over(cursor.idx ?? null)] },
    },
    [[], [], []],
    box,
  )
  // To a screen reader the table below says the same.
  chart.root.setAttribute('aria-hidden', 'true')
  const watched = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }))
  watched.observe(box)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const redraw = () => chart.redraw(false, true)
  dark.addEventListener('change', redraw)
  return {
    show(lines) {
      shown = lines
      chart.setData([lines.names.map((_, place) => place), [...lines.before], [...lines.now]])
    },
    remove() {
      watched.disconnect()
      dark.removeEventListener('change', redraw)
      chart.destroy()
    },
  }
}
