import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export type StandingView = {
  status: 'Pending' | 'Active' | 'Inactive'
  submitted: boolean
  rejected_reason: string | null
  suspended_reason: string | null
}

/** What a rider who may not work yet, or no more, has to know; nothing for one who may. */
export function Standing({ standing, ask = false }: { standing: StandingView; ask?: boolean }) {
  const { status, submitted, rejected_reason, suspended_reason } = standing
  if (status === 'Active') return null
  if (status === 'Inactive') {
    return (
      <Notice kind="bad">
        <p>Your account is suspended{suspended_reason ? `: ${suspended_reason}` : '.'}</p>
        <p className="font-normal">Questions? Call {brand.support_phone}.</p>
      </Notice>
    )
  }
  if (submitted) {
    return (
      <Notice kind="warn">
        <p>Waiting for approval</p>
        <p className="font-normal">
          Thank you! We are looking at your registration and will tell you here; then you can go on duty.
        </p>
      </Notice>
    )
  }
  if (!ask) return <Notice kind="bad">Please correct your registration: {rejected_reason}</Notice>
  return (
    <section className="card p-5">
      <h2 className="text-xl font-bold">{rejected_reason ? 'Something to correct' : 'Before you ride'}</h2>
      <p className="mt-1 text-ink-soft">
        {rejected_reason
          ? `Please correct your registration: ${rejected_reason}`
          : 'Tell us who you are, how you get about, and where your money goes.'}
      </p>
      <Link to={'/rider/registration' satisfies Address} className={buttonClass('primary', 'mt-4')}>
        {rejected_reason ? 'Correct it' : 'Register as a rider'}
      </Link>
    </section>
  )
}
