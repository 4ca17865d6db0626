import { type MouseEvent, type ReactNode, useRef } from 'react'
import { type Landmark, mapFrame, namesWithRoom, type Place } from './map-frame.ts'
import { MovePin } from './move-pin.tsx'

/** How wide a finger is, in the units of the drawing. */
const FINGER = 48

/**
 * The campus as its landmarks and a pin: drawn by us, because tiles would tell a maps service who looks where. The pin
 * is put by a tap, by mouse, or with the arrow keys, and a finger on the pin itself draws it along. A finger anywhere
 * else scrolls the page: the map fills most of a phone, and nobody swipes over it to say where they are. What is said
 * about the pin stands inside.
 */
export function CampusMap(props: {
  /** The names of the first find room first. */
  landmarks: readonly Landmark[]
  ways?: readonly (readonly [from: Place, to: Place])[]
  /** Where the pin stands, null while nobody put one. */
  pin: Place | null
  /** What has to be in the picture; else all of it. */
  within?: readonly Place[] | null
  onMove(place: Place): void
  children: ReactNode
}) {
  const { landmarks, ways = [], pin, within } = props
  const drawing = useRef<SVGSVGElement>(null)
  const frame = mapFrame(within ?? (pin ? [...landmarks, pin] : landmarks))
  const at = pin && frame.toPicture(pin)
  const spots = landmarks.map((landmark) => ({
    name: landmark.name,
    at: frame.toPicture(landmark),
  }))

  const put = (event: MouseEvent<SVGSVGElement>) => {
    const matrix = drawing.current?.getScreenCTM()
    if (!matrix) return
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    props.onMove(frame.toPlace(point))
  }
  const step = (east_m: number, north_m: number) => {
    const start = pin ?? frame.toPlace({ x: frame.width / 2, y: frame.height / 2 })
    props.onMove(frame.moved(start, east_m, north_m))
  }

  return (
    <div className="max-w-md">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: MovePin below hears the keys. */}
      <svg
        ref={drawing}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        className="w-full rounded-control border border-line bg-sunken"
        onClick={put}
        onPointerDown={({ currentTarget: map, target, pointerId, pointerType }) => {
          const on_pin = target instanceof Element && target.closest('[data-pin]') !== null
          if (pointerType === 'mouse' || on_pin) map.setPointerCapture(pointerId)
          // What a finger touches has it by itself.
          else if (map.hasPointerCapture(pointerId)) map.releasePointerCapture(pointerId)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) put(event)
        }}
      >
        <title>Map of the campus</title>
        {ways.map(([from, to]) => {
          const [start, end] = [frame.toPicture(from), frame.toPicture(to)]
          const line = `M${start.x} ${start.y}L${end.x} ${end.y}`
          return <path key={line} d={line} className="stroke-edge" strokeWidth={3} strokeLinecap="round" />
        })}
        {spots.map(({ name, at: { x, y } }) => (
          <circle key={name} cx={x} cy={y} r={5} className="fill-plantain stroke-ink" />
        ))}
        {namesWithRoom(spots, frame.width).map(({ name, at: { x, y }, anchor }) => (
          <text key={name} x={x} y={y} textAnchor={anchor} className="fill-ink text-[14px] font-semibold">
            {name}
          </text>
        ))}
        {at && (
          <g data-pin>
            {/* Chromium heeds touch-action of nothing that is inline, as shapes are unless they say otherwise. */}
            <circle cx={at.x} cy={at.y - 14} r={FINGER / 2} className="block touch-none fill-transparent" />
            <path
              d={`M${at.x} ${at.y} c-4 -8 -10 -12 -10 -19 a10 10 0 0 1 20 0 c0 7 -6 11 -10 19 z`}
              className="block touch-none fill-jollof stroke-white"
            />
            <circle cx={at.x} cy={at.y - 19} r={3.5} className="block touch-none fill-white" />
          </g>
        )}
      </svg>
      <p className="mt-1 text-sm text-ink-soft" aria-live="polite">
        {props.children}
      </p>
      <MovePin onMove={step} />
    </div>
  )
}
