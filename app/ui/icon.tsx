/** The storefront's signs, on a grid of 24, drawn in strokes. The back offices use lucide; here every byte counts. */
const shapes = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6 6 18',
  bag: 'M5 8h14l-1 12.5H6zM8.5 11V7a3.5 3.5 0 0 1 7 0v4',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  pin: 'M12 21.5s7.5-6.4 7.5-11.6a7.5 7.5 0 0 0-15 0C4.5 15.1 12 21.5 12 21.5zM9.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3.5 2',
  phone: 'M4 4h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 3 5a1 1 0 0 1 1-1z',
  truck:
    'M2.5 6h11v10h-11zM13.5 10h4l4 3.5V16h-8M5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M15.5 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  check: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M8 12.5l2.8 2.8L16 9.5',
} as const

/** A sign beside words that say the same; screen readers pass over it. */
export function Icon({ name, className = 'size-5' }: { name: keyof typeof shapes; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
