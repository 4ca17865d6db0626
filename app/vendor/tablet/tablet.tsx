import { data, Link, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { enterTablet } from '../../../domain/catalog/staff/enter-tablet.ts'
import { leaveTablet } from '../../../domain/catalog/staff/kitchen-tablet.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { requireSession } from '../../account/require-role.ts'
import { safePath } from '../../account/safe-path.ts'
import { textOf } from '../../request/form-texts.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { maySee } from '../rights.ts'
import { tabletAction } from '../vendor-screen.server.ts'
import type { Route } from './+types/tablet'

export const meta: Route.MetaFunction = () => [{ title: `Who is here - ${brand.name}` }]

/** Somebody says with their PIN that they are at the kitchen's tablet, or that they are done. */
export const action = tabletAction(async (services, actor, form, { request, context }) => {
  const { session_id, tablet } = await requireSession(context, request)
  if (!tablet) return refusal(form, 409, 'This device is not a kitchen’s tablet. You are logged in as yourself.')
  const { vendor_id } = actor.kitchen
  switch (textOf(form, 'intent')) {
    case 'leave':
      await leaveTablet(services, session_id)
      return done(form, '')
    case 'enter': {
      const deps = { ...services, passwords: services.auth.passwords }
      const who = { user_id: textOf(form, 'user_id'), pin: textOf(form, 'own_pin') }
      const entered = await enterTablet(deps, { session_id, vendor_id }, who)
      if (entered.ok) {
        const next = safePath(new URL(request.url).searchParams.get('next'))
        const kitchen = { vendor_id, role: entered.value.role }
        if (!next) return done(form, `Welcome, ${entered.value.name}.`)
        return redirect(maySee({ role: 'vendor', kitchen }, next) ? next : '/vendor-dashboard')
      }
      return inWords(form, entered, {
        not_found: [422, 'Please choose your name. Who has no PIN gets one on the Staff screen.', 'user_id'],
        wrong_pin: ({ tries_left }) => {
          const left = tries_left === 1 ? 'One more try' : `${tries_left} more tries`
          return [422, `That is not your PIN. ${left}.`, 'own_pin']
        },
        paused: ({ until }) => {
          const wait = `Please wait until ${formatCampusTime(until)}, or ask for a new one on the Staff screen.`
          return [429, `Too many wrong PINs. ${wait}`, 'own_pin']
        },
      })
    }
  }
  throw data(null, 400)
})

/** The question itself stands above every screen of a tablet (`WhoIsHere`). */
export default function Tablet() {
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">The kitchen’s tablet</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        A tablet that stays logged in for everybody in the kitchen: each says with a PIN of their own who they are
        before they change something. Who runs the kitchen makes a device its tablet, and gives out PINs, on the Staff
        screen. To make the tablet one person’s again, log out.
      </p>
      <p className="mt-4">
        Payouts, staff and whatever else is not done here:{' '}
        <Link to={'/login' satisfies Address} className="inline-flex min-h-11 items-center text-link underline">
          log in as yourself for half an hour
        </Link>
      </p>
    </AnswerBoard>
  )
}
