import { Move } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { buttonClass } from './button.tsx'
import { describePlace, type Landmark, mapFrame, type Place } from './map-frame.ts'

/** Metres that an arrow key moves the pin; with Shift ten times as far. */
const STEP_M = 20

const arrows: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * The campus as its landmarks and a pin: drawn by us, because tiles would tell a maps service who registers. The pin is
 * put by touch, by mouse, or with the arrow keys.
 */
export function CampusMap(props: {
  landmarks: readonly Landmark[]
  /** Where the pin stands; the chosen landmark's place as long as nobody moved it, null while nobody chose anything. */
  pin: Place | null
  /** Whose place the pin is, at the beginning of a sentence. */
  whose?: string
  onMove(place: Place): void
}) {
  const { landmarks, pin, whose = 'Your kitchen' } = props
  const drawing = useRef<SVGSVGElement>(null)
  const frame = mapFrame(pin ? [...landmarks, pin] : landmarks)
  const at = pin && frame.toPicture(pin)

  const put = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = drawing.current?.getScreenCTM()
    if (!matrix) return
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    props.onMove(frame.toPlace(point))
  }
  const step = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    const metres = event.shiftKey ? STEP_M * 10 : STEP_M
    const start = pin ?? frame.toPlace({ x: frame.width / 2, y: frame.height / 2 })
    props.onMove(frame.moved(start, arrow[0] * metres, arrow[1] * metres))
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
          ? `${whose} is ${describePlace(pin, landmarks)}.`
          : 'No place is chosen yet: choose the nearest landmark, or tap the map.'}
      </p>
      <button type="button" className={buttonClass('quiet', 'mt-2')} onKeyDown={step}>
        <Move aria-hidden="true" size={18} /> Move the pin with the arrow keys
      </button>
    </div>
  )
}
