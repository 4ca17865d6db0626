import type { Params } from 'react-router'
import { recordAct, recordRefusedAct } from '../../domain/catalog/staff/act-for-kitchen.ts'
import { kitchenRole } from '../../domain/kitchen-roles.ts'
import { isForAnotherKitchen } from '../account/meant-kitchen.ts'
import { type KitchenActor, requireKitchenMember, requireVendor } from '../account/require-role.ts'
import { type Sent, screenAction } from '../account/screen-action.server.ts'
import type { AppServices } from '../services.ts'
import { actIn } from './acts.server.ts'
import { mayChange } from './rights.ts'

const office = {
  mayChange,
  notYours: ({ kitchen }: KitchenActor) =>
    kitchen.role === 'support'
      ? 'Nothing was changed: whoever acts for a kitchen does not do this. Its owner can. To cancel an order, and ' +
        'give its money back, open it under Orders as an admin.'
      : `Nothing was changed: your role here, ${kitchenRole(kitchen.role).name}, does not do this. An owner of the ` +
        'kitchen can, or can give you another role.',
}
const action = screenAction<KitchenActor>({
  ...office,
  require: requireVendor,
  // First of all: what somebody may not do in one kitchen they may do in another.
  notHere: (actor, form) => (isForAnotherKitchen(actor, form) ? otherKitchen(actor) : null),
})

/** The action of a screen that is about no one kitchen, but about those in which somebody works. */
export const memberAction = screenAction<KitchenActor>({ ...office, require: requireKitchenMember })

type Take<Answer> = (
  services: AppServices,
  actor: KitchenActor,
  form: FormData,
  params: Params,
  sent: Sent,
) => Answer | Promise<Answer>

/**
 * The action of a kitchen's screen. A form that was drawn for another kitchen than the one in front of who sends it
 * changes nothing. What an admin does who acts for a kitchen is written down before it is done.
 */
export function vendorAction<Answer>(
  take: Take<Answer>,
  read?: (request: Request) => Promise<FormData | null>,
  too_large?: { said?: string; errors?: Record<string, string> },
) {
  return action(
    async (services, actor, form, params, sent) => {
      const act = async () => take(services, actor, form, params, sent)
      return actor.kitchen.role === 'support' ? recorded(services, actor, form, params, act) : act()
    },
    read,
    too_large,
  )
}

function otherKitchen({ kitchen }: KitchenActor): string {
  return kitchen.role === 'support'
    ? 'You act for another kitchen by now. Nothing was changed. Please load the page again.'
    : 'Another of your kitchens is in front of you by now. Nothing was changed. Please load the page again.'
}

async function recorded<Answer>(
  services: AppServices,
  actor: KitchenActor,
  form: FormData,
  params: Params,
  act: () => Promise<Answer>,
) {
  const { vendor_id } = actor.kitchen
  const what = await actIn(services.db, vendor_id, form, params)
  await recordAct(services, actor, vendor_id, what)
  try {
    const answer = await act()
    if (!isDone(answer)) await recordRefusedAct(services, actor, vendor_id, what)
    return answer
  } catch (thrown) {
    // What is thrown as an answer refuses; after anything else nobody knows whether it was done.
    if (isAnswer(thrown)) await recordRefusedAct(services, actor, vendor_id, what)
    throw thrown
  }
}

const isAnswer = (thrown: unknown) =>
  thrown instanceof Response || (typeof thrown === 'object' && thrown !== null && 'init' in thrown)

function isDone(answer: unknown): boolean {
  const said = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer
  return typeof said === 'object' && said !== null && 'ok' in said && said.ok === true
}
