import { type PointerEvent, useRef } from 'react'
import { describePlace, type Landmark, mapFrame, type Place } from './map-frame.ts'
import { MovePin } from './move-pin.tsx'

/**
 * The campus as its landmarks and a pin: drawn by us, because tiles would tell a maps service who registers. The pin is
 * put by touch, by mouse, or with the arrow keys.
 */
export function CampusMap(props: {
  landmarks: readonly Landmark[]
  /** Where the pin stands; the chosen landmark's place as long as nobody moved it, null while nobody chose anything. */
  pin: Place | null
  onMove(place: Place): void
}) {
  const { landmarks, pin } = props
  const drawing = useRef<SVGSVGElement>(null)
  const frame = mapFrame(pin ? [...landmarks, pin] : landmarks)
  const at = pin && frame.toPicture(pin)

  const put = (event: PointerEvent<SVGSVGElement>) => {
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
      <svg
        ref={drawing}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        className="w-full touch-none rounded-control border border-line bg-sunken"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          put(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) put(event)
        }}
      >
        <title>Map of the campus</title>
        {landmarks.map((landmark) => {
          const spot = frame.toPicture(landmark)
          const on_the_right = spot.x > frame.width * 0.6
          return (
            <g key={landmark.name} className="fill-ink">
              <circle cx={spot.x} cy={spot.y} r={5} className="fill-plantain stroke-ink" />
              <text
                x={on_the_right ? spot.x - 9 : spot.x + 9}
                y={spot.y + 4}
                textAnchor={on_the_right ? 'end' : 'start'}
                className="text-[14px] font-semibold"
              >
                {landmark.name.replace('FUTA ', '')}
              </text>
            </g>
          )
        })}
        {at && (
          <g>
            <path
              d={`M${at.x} ${at.y} c-4 -8 -10 -12 -10 -19 a10 10 0 0 1 20 0 c0 7 -6 11 -10 19 z`}
              className="fill-jollof stroke-white"
            />
            <circle cx={at.x} cy={at.y - 19} r={3.5} className="fill-white" />
          </g>
        )}
      </svg>
      <p className="mt-1 text-sm text-ink-soft" aria-live="polite">
        {pin
          ? `Your kitchen is ${describePlace(pin, landmarks)}.`
          : 'No place is chosen yet: choose the nearest landmark, or tap the map.'}
      </p>
      <MovePin onMove={step} />
    </div>
  )
}
