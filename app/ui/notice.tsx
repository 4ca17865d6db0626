import type { ReactNode } from 'react'

const looks = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
} as const

/** A message about what just happened; a `bad` one interrupts a screen reader, the others wait their turn. */
export function Notice({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  return (
    <div role={kind === 'bad' ? 'alert' : 'status'} className={`rounded-control p-4 font-semibold ${looks[kind]}`}>
      {children}
    </div>
  )
}
