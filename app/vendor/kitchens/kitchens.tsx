import { Form } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { openInvitations } from '../../../domain/catalog/staff/own-kitchens.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { kitchenRole } from '../../../domain/kitchen-roles.ts'
import { requireKitchenMember } from '../../account/require-role.ts'
import { safePath } from '../../account/safe-path.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { Titled } from '../../ui/titled.tsx'
import { mayInKitchen } from '../rights.ts'
import { memberAction } from '../vendor-screen.server.ts'
import type { Route } from './+types/kitchens'
import { SwitchForm } from './kitchen-switch.tsx'
import { kitchensAction } from './kitchens-action.server.ts'
import { kitchensToSwitch } from './kitchens-to-switch.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Kitchens - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const actor = await requireKitchenMember(context, request)
  const now = clock.now()
  const { searchParams } = new URL(request.url)
  const kitchens = await kitchensToSwitch(db, actor, now)
  const invitations = await openInvitations(db, actor.user_id, now)
  const to = kitchens.find(({ vendor_id, is_front }) => !is_front && vendor_id === searchParams.get('to'))
  return {
    kitchens: kitchens.map(({ role, status, ...kitchen }) => ({
      ...kitchen,
      role: kitchenRole(role).name,
      status: status_words[status],
    })),
    invitations: invitations.map(({ role, until, ...invitation }) => ({
      ...invitation,
      role_name: kitchenRole(role).name,
      about: kitchenRole(role).about,
      until: formatCampusDateTime(until),
    })),
    to: to && { vendor_id: to.vendor_id, name: to.name, next: safePath(searchParams.get('next')) ?? undefined },
    may_open: mayInKitchen(actor, 'register'),
  }
}

const status_words = { Active: '', Pending: 'not open to customers yet', Inactive: 'not active' } as const

export const action = memberAction(kitchensAction)

export default function Kitchens({ loaderData: { kitchens, invitations, to, may_open } }: Route.ComponentProps) {
  const front = kitchens.find(({ is_front }) => is_front)
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Kitchens</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        The kitchens in which you work with this login. One of them is in front of you: its orders, menu and account are
        what the other screens show, in this browser.
      </p>
      {to && (
        <section aria-label="Another kitchen" className="card mt-6 max-w-2xl border-2 border-warn bg-warn-soft p-5">
          <p className="mb-3">
            This is about <strong>{to.name}</strong>. {front?.name} is in front of you now. Nothing was changed.
          </p>
          <SwitchForm vendor_id={to.vendor_id} next={to.next}>
            <button type="submit" className={buttonClass('primary')}>
              Go to {to.name}
            </button>
          </SwitchForm>
        </section>
      )}
      {invitations.map(({ vendor_id, name, role_name, about, until }) => (
        <Invitation key={vendor_id} {...{ vendor_id, name, role_name, about, until }} />
      ))}
      <ul className="mt-6 grid items-start gap-4 md:grid-cols-2">
        {kitchens.map((kitchen) => (
          <li key={kitchen.vendor_id} className="card p-5">
            <h2 className="text-lg font-bold break-words">{kitchen.name}</h2>
            <p className="mt-1 text-ink-soft">
              {[kitchen.role, kitchen.status, waitingText(kitchen.waiting)].filter(Boolean).join(' · ')}
            </p>
            <div className="mt-3">
              {kitchen.is_front ? (
                <p className="flex min-h-11 items-center font-semibold text-good">In front of you</p>
              ) : (
                <SwitchForm vendor_id={kitchen.vendor_id}>
                  <button type="submit" className={buttonClass('quiet')}>
                    Go to {kitchen.name}
                  </button>
                </SwitchForm>
              )}
            </div>
          </li>
        ))}
      </ul>
      {may_open && (
        <Titled id="open-heading" title="Open another kitchen" className="card mt-8 max-w-2xl p-5">
          <p className="mt-1 mb-4 text-ink-soft">
            It has a name, a menu, a bank account and a registration of its own, which we look at as we did at this one.
            You keep this login.
          </p>
          <Form method="post" reloadDocument>
            <button type="submit" name="intent" value="open" className={buttonClass('primary')}>
              Open another kitchen
            </button>
          </Form>
        </Titled>
      )}
    </AnswerBoard>
  )
}

const waitingText = (waiting: number) => (waiting === 0 ? '' : waiting === 1 ? '1 new order' : `${waiting} new orders`)

type Asked = { vendor_id: string; name: string; role_name: string; about: string; until: string }

function Invitation({ vendor_id, name, role_name, about, until }: Asked) {
  return (
    <section aria-label={`Invitation of ${name}`} className="card mt-6 max-w-2xl border-2 border-brand p-5">
      <h2 className="text-lg font-bold break-words">{name} invites you</h2>
      <p className="mt-1 mb-4">
        {role_name}: {about}. You keep your login and the kitchens that you work in. The invitation is open until{' '}
        {until}.
      </p>
      <div className="flex flex-wrap gap-3">
        <Form method="post" reloadDocument>
          <input type="hidden" name="vendor_id" value={vendor_id} />
          <button type="submit" name="intent" value="join" className={buttonClass('primary')}>
            Work there too
          </button>
        </Form>
        <ActionForm
          intent="decline"
          subject={{ name: 'vendor_id', value: vendor_id }}
          button="No, thank you"
          busy="Saving…"
          look="quiet"
        />
      </div>
    </section>
  )
}
