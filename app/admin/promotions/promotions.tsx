import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { listPromotions } from '../../../domain/promotions/promotion-list.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { PromotionForm, PromotionTable } from '../../ui/promotions/promotion-parts.tsx'
import { promotionView } from '../../ui/promotions/promotion-view.server.ts'
import { promotionsAction } from '../../ui/promotions/promotions-action.server.ts'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/promotions'

export const meta: Route.MetaFunction = () => [{ title: `Promotions - ${brand.name}` }]

export const loader = adminLoader(async ({ db, now }) => {
  const promotions = await listPromotions(db, now)
  return { today: campusDate(now), promotions: promotions.map((promotion) => promotionView(promotion, now)) }
}, 'see_money')

export const action = adminAction(promotionsAction)

export default function Promotions({ loaderData: { promotions, today } }: Route.ComponentProps) {
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Promotions</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Codes and offers that make an order cheaper. For those that are made here {brand.name} pays the difference:
        kitchens and riders get what they would have got without it. A kitchen pays for its own, and they are listed
        here, too.
      </p>
      <PromotionTable promotions={promotions} shows_bearer />
      <PromotionForm today={today} round={promotions.length} />
    </AnswerBoard>
  )
}
