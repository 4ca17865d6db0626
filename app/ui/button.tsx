const shapes =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-5 py-2.5 font-semibold no-underline transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55'

const kinds = {
  /** What a hungry person presses. */
  primary: 'bg-jollof text-on-jollof enabled:hover:bg-jollof-strong hover:bg-jollof-strong',
  brand: 'bg-brand text-on-brand hover:bg-brand-strong',
  quiet: 'border border-line bg-surface text-ink hover:bg-sunken',
  on_brand: 'border border-white/40 bg-white/10 text-white hover:bg-white/20',
} as const

/** The classes of a button or of a link that looks like one. */
export function buttonClass(kind: keyof typeof kinds, extra = ''): string {
  return `${shapes} ${kinds[kind]} ${extra}`
}
