import { type Landmark, mapFrame, type Place } from '../../ui/map-frame.ts'

export type MapMark = Place & { label: string } & (
    | { kind: 'vendor' }
    | { kind: 'drop'; late: boolean }
    | { kind: 'rider'; busy: boolean }
  )

/**
 * The campus as the dispatcher sees it. Drawn by us, because tiles would tell a maps service where customers live; the
 * lists say the same for those who cannot see it.
 */
export function DispatchMap({ landmarks, marks }: { landmarks: readonly Landmark[]; marks: readonly MapMark[] }) {
  if (landmarks.length + marks.length === 0) return null
  const frame = mapFrame([...landmarks, ...marks])
  return (
    <figure className="card p-4">
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        className="w-full rounded-control border border-line bg-sunken"
        aria-hidden="true"
      >
        {landmarks.map((landmark) => {
          const { x, y } = frame.toPicture(landmark)
          const on_the_right = x > frame.width * 0.6
          return (
            <g key={landmark.name} className="fill-ink-soft">
              <circle cx={x} cy={y} r={3} />
              <text
                x={on_the_right ? x - 7 : x + 7}
                y={y - 6}
                textAnchor={on_the_right ? 'end' : 'start'}
                className="text-[11px]"
              >
                {landmark.name.replace('FUTA ', '')}
              </text>
            </g>
          )
        })}
        {marks.map((mark) => (
          <Mark key={`${mark.kind}:${mark.label}`} mark={mark} {...frame.toPicture(mark)} />
        ))}
      </svg>
      <figcaption className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <Key name="Kitchen" shape={<rect x={2} y={2} width={10} height={10} className="fill-plantain" />} />
        <Key name="Door" shape={<circle cx={7} cy={7} r={4.5} className="fill-good" />} />
        <Key name="Late" shape={<circle cx={7} cy={7} r={4.5} className="fill-bad" />} />
        <Key name="Rider free" shape={<path d="M7 1 L13 13 L1 13 z" className="fill-link" />} />
        <Key name="Rider busy" shape={<path d="M7 1 L13 13 L1 13 z" className="fill-jollof" />} />
      </figcaption>
    </figure>
  )
}

function Mark({ mark, x, y }: { mark: MapMark; x: number; y: number }) {
  switch (mark.kind) {
    case 'vendor':
      return (
        <rect x={x - 5} y={y - 5} width={10} height={10} className="fill-plantain stroke-surface">
          <title>{mark.label}</title>
        </rect>
      )
    case 'drop':
      return (
        <circle cx={x} cy={y} r={5} className={mark.late ? 'fill-bad stroke-surface' : 'fill-good stroke-surface'}>
          <title>{`Order ${mark.label}`}</title>
        </circle>
      )
    case 'rider':
      return (
        <g>
          <path
            d={`M${x} ${y - 8} L${x + 7} ${y + 6} L${x - 7} ${y + 6} z`}
            className={mark.busy ? 'fill-jollof stroke-surface' : 'fill-link stroke-surface'}
          />
          <text x={x} y={y + 17} textAnchor="middle" className="fill-ink text-[11px] font-semibold">
            {mark.label}
          </text>
        </g>
      )
  }
}

function Key({ name, shape }: { name: string; shape: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 14 14" className="size-3.5" aria-hidden="true">
        {shape}
      </svg>
      {name}
    </span>
  )
}
