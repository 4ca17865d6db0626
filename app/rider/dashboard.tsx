import { brand } from '../../domain/brand.ts'
import { linesForRider } from '../../domain/chat/chat-lists.ts'
import { riderDesk } from '../../domain/delivery/riders/rider-desk.ts'
import { requireRider, requireSignedIn } from '../account/require-role.ts'
import { shellUser } from '../account/shell-user.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { services_context } from '../services.ts'
import { AnswerBoard } from '../ui/forms/answer-board.tsx'
import { loadAfterAnswer } from '../ui/forms/answer-lost-line.ts'
import { Notice } from '../ui/notice.tsx'
import type { Route } from './+types/dashboard'
import { deskAction } from './desk/desk-action.server.ts'
import { deskView } from './desk/desk-view.server.ts'
import { Duty } from './desk/duty.tsx'
import { InHand } from './desk/in-hand.tsx'
import { inSequence } from './desk/in-sequence.ts'
import { RefusedSteps } from './desk/refused-steps.tsx'
import { Standing } from './desk/standing.tsx'
import { usePhoneSteps } from './steps/queue.ts'
import { useStepSender } from './steps/use-step-sender.ts'
import { useOnline } from './use-online.ts'
import { usePosition } from './use-position.ts'

export const handle: PageHandle = { files: true }

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const actor = await requireRider(context, request)
  const now = clock.now()
  const [desk, lines] = await Promise.all([riderDesk(db, actor.user_id, now), linesForRider(db, actor.user_id)])
  return {
    user: shellUser(await requireSignedIn(context, request)),
    desk: desk && deskView(desk, lines, now),
    shown_at: now.getTime(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  return deskAction(context.get(services_context), actor, request)
}

export const shouldRevalidate = loadAfterAnswer

export default function RiderDashboard({ loaderData: { user, desk, shown_at } }: Route.ComponentProps) {
  const online = useOnline()
  useStepSender(user.email, shown_at)
  const in_hand = inSequence(desk?.deliveries ?? [], usePhoneSteps())
  usePosition(desk?.on_duty ?? false)
  return (
    <div className="mx-auto grid max-w-2xl gap-5">
      {/* What is to be done stands first on a phone's screen. */}
      <h1 className="sr-only">Dashboard</h1>
      {!online && <Notice kind="warn">You are offline. Your steps are kept.</Notice>}
      {desk && <Standing standing={desk} ask />}
      {desk?.status === 'Active' && (
        <AnswerBoard passing>
          <RefusedSteps />
          <InHand in_hand={in_hand} />
          <Duty
            on_duty={desk.on_duty}
            carrying={desk.deliveries.length > 0}
            busy={in_hand.some(({ is_done }) => !is_done)}
          />
        </AnswerBoard>
      )}
    </div>
  )
}
