import { recordAct, recordRefusedAct } from '../../domain/catalog/staff/act-for-kitchen.ts'
import { type ActingRole, kitchenRole } from '../../domain/kitchen-roles.ts'
import { isAnothersPress, isForAnotherKitchen } from '../account/meant-kitchen.ts'
import { type KitchenActor, requireKitchenMember, requireSignedIn, requireVendor } from '../account/require-role.ts'
import { type Sent, screenAction } from '../account/screen-action.server.ts'
import { screenLoader } from '../account/screen-loader.server.ts'
import type { AppServices } from '../services.ts'
import { refusal } from '../ui/forms/action-answer.ts'
import { actIn } from './acts.server.ts'
import { mayChange } from './rights.ts'

const not_theirs: Partial<Record<ActingRole, string>> = {
  nobody: 'Nothing was changed: please say first who you are, with your name and your PIN.',
  tablet: 'Nothing was changed: this is not done at the kitchen’s tablet. Please log in as yourself for it.',
  support:
    'Nothing was changed: whoever acts for a kitchen does not do this. Its owner can. To cancel an order, and give ' +
    'its money back, open it under Orders as an admin.',
}

const office = {
  mayChange,
  notYours: ({ kitchen: { role } }: KitchenActor) =>
    not_theirs[role] ??
    `Nothing was changed: your role here, ${kitchenRole(role).name}, does not do this. An owner of the kitchen ` +
      'can, or can give you another role.',
}

/** The loader of a kitchen's screen. */
export const vendorLoader = screenLoader(requireVendor)

/** The action by which somebody says that they are at the kitchen's tablet, whoever it was shown to. */
export const tabletAction = screenAction<KitchenActor>({
  ...office,
  require: requireVendor,
  // First of all: what somebody may not do in one kitchen they may do in another.
  notHere: (actor, form) => (isForAnotherKitchen(actor, form) ? otherKitchen(actor) : null),
})

/** The action of a screen that is about no one kitchen, but about those in which somebody works. */
export const memberAction = screenAction<KitchenActor>({ ...office, require: requireKitchenMember })

type Take<Answer> = (services: AppServices, actor: KitchenActor, form: FormData, sent: Sent) => Answer | Promise<Answer>

/**
 * The action of a kitchen's screen. A form that was drawn for another kitchen than the one in front of who sends it
 * changes nothing. What an admin does who acts for a kitchen is written down before it is done.
 */
export function vendorAction<Answer>(
  take: Take<Answer>,
  read?: (request: Request) => Promise<FormData | null>,
  too_large?: { said?: string; errors?: Record<string, string> },
) {
  return tabletAction(
    async (services, actor, form, sent) => {
      const act = async () => take(services, actor, form, sent)
      if (isAnothersPress(await requireSignedIn(sent.context, sent.request), form)) return refusal(form, 409, ANOTHERS)
      return actor.kitchen.role === 'support' ? recorded(services, actor, form, sent, act) : act()
    },
    read,
    too_large,
  )
}

const ANOTHERS = 'Nothing was changed: somebody else is at the tablet by now. Please look who is here, and press again.'

function otherKitchen({ kitchen }: KitchenActor): string {
  return kitchen.role === 'support'
    ? 'You act for another kitchen by now. Nothing was changed. Please load the page again.'
    : 'Another of your kitchens is in front of you by now. Nothing was changed. Please load the page again.'
}

async function recorded<Answer>(
  services: AppServices,
  actor: KitchenActor,
  form: FormData,
  { params }: Sent,
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
