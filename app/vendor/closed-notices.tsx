import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { brand } from '../../domain/brand.ts'
import type { OurPause } from '../../domain/catalog/hours/closed-reasons.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'

/** One reason why nobody can order, as the vendor's layout tells it. */
export type ClosedNotice =
  | { kind: 'not_registered' | 'pending' | 'inactive' | 'no_hours' | 'no_dishes' }
  /** The time of day, null until the vendor reopens itself; and who paused it, null for whoever reads this. */
  | { kind: 'paused'; until: string | null; ours: OurPause | null; by: string | null }
  /** When the marketplace, or the kitchen by its own hours, opens again, in words. */
  | { kind: 'resting' | 'closed'; opens: string | null }

const our_reasons: Readonly<Record<OurPause, string>> = {
  lapses: 'orders passed without an answer',
  silence: 'neither its screen nor its phone could be reached',
}

type Words = { text: string; link: string; to: Address }

const words: Readonly<Record<Exclude<ClosedNotice['kind'], 'paused' | 'resting' | 'closed'>, Words>> = {
  not_registered: {
    text: 'Your registration is not finished, so customers cannot see you yet. What you typed is kept.',
    link: 'Finish my registration',
    to: '/account',
  },
  pending: {
    text: 'Thank you for registering! Customers see you as soon as we have approved your kitchen.',
    link: 'Look at my registration',
    to: '/account',
  },
  inactive: {
    text: 'Your kitchen is not active, so customers cannot see it. Write to us and we look at it together.',
    link: 'Write to us',
    to: '/contact',
  },
  no_hours: {
    text: 'You have no opening hours yet, so nobody can order.',
    link: 'Set my opening hours',
    to: '/account#hours-heading',
  },
  no_dishes: {
    text: 'Your menu is empty, so nobody can order yet.',
    link: 'Add your first dish',
    to: '/food',
  },
}

/**
 * What keeps customers from ordering, on every screen of the kitchen, each with a link to where it is changed, for who
 * may see that.
 */
export function ClosedNotices(props: { notices: readonly ClosedNotice[]; maySee(path: string): boolean }) {
  const { notices, maySee } = props
  if (notices.length === 0) return null
  return (
    <ul aria-label="What keeps customers from ordering" className="mb-6 grid gap-3 print:hidden">
      {notices.map((notice) => {
        const { text, link, to } = wordsFor(notice)
        return (
          <li
            key={notice.kind}
            className={
              'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card bg-warn-soft px-5 ' +
              'py-3 text-warn'
            }
          >
            <p className="min-w-0 grow basis-80 font-semibold">{text}</p>
            {notice.kind === 'paused' && notice.ours && !maySee(to) && (
              <ActionForm
                intent="reopen"
                action="/vendor-dashboard"
                button="Take orders again"
                busy="Opening…"
                lost="Your kitchen may still be paused."
              />
            )}
            {(to === '/contact' || maySee(to)) && (
              <Link to={to} className="flex min-h-11 items-center gap-2 font-bold underline">
                {link}
                <ArrowRight aria-hidden="true" size={18} />
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function wordsFor(notice: ClosedNotice): Words {
  if (notice.kind === 'resting') {
    const opens = notice.opens ? ` ${notice.opens}.` : ''
    return {
      text: `${brand.name} takes no orders at the moment, from any kitchen.${opens} You need not do anything.`,
      link: 'Ask us why',
      to: '/contact',
    }
  }
  if (notice.kind === 'closed') {
    const opens = notice.opens ? ` ${notice.opens}.` : ''
    return {
      text: `Your kitchen is closed now, by your opening hours.${opens}`,
      link: 'Change my hours',
      to: '/account#hours-heading',
    }
  }
  if (notice.kind !== 'paused') return words[notice.kind]
  const paused = notice.ours
    ? `We paused your kitchen, because ${our_reasons[notice.ours]}`
    : `${notice.by ?? 'You'} paused orders ${notice.until ? `until ${notice.until}` : 'until you reopen'}`
  return {
    text: `${paused}: customers read “Busy. Not taking orders for now”.`,
    link: 'Take orders again',
    to: '/account#pause-heading',
  }
}
