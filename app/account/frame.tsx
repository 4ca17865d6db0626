import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

/** The frame of the pages on the way in: login, registration, passwords. */
export function AccountFrame(props: { title: string; lead: ReactNode; children: ReactNode; below?: ReactNode }) {
  return (
    <div className="page-width max-w-md py-10 sm:py-16">
      <h1 className="text-3xl font-extrabold">{props.title}</h1>
      <p className="mt-2 text-ink-soft">{props.lead}</p>
      <div className="card mt-6 space-y-5 p-5 sm:p-6">{props.children}</div>
      {props.below && <p className="mt-6 text-center text-ink-soft">{props.below}</p>}
      <GuardSpinner />
    </div>
  )
}

/** The mail address of an account, in a `Field`. */
export const email_field = {
  name: 'email',
  label: 'Email',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'username',
  autoCapitalize: 'none',
  required: true,
} as const

export const text_link = 'inline-flex min-h-11 items-center font-semibold text-link underline'

const guarded = /^\/(vendor-|rider-|admin\/|account|food|request-payout)/i

/** A spinner while the server checks who is signed in. */
export function GuardSpinner() {
  const { location } = useNavigation()
  if (!location || !guarded.test(location.pathname)) return null
  return (
    <div role="status" className="preloader pointer-events-none fixed inset-0 z-40 grid place-content-center">
      <span aria-hidden="true" className="size-12 animate-spin rounded-full border-4 border-line border-t-jollof" />
      <span className="sr-only">One moment</span>
    </div>
  )
}
