import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { broughtBy } from '../../../domain/orders/figures/look-back.ts'
import { listPromotions } from '../../../domain/promotions/promotion-list.ts'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { PromotionForm, PromotionTable } from '../../ui/promotions/promotion-parts.tsx'
import { promotionView } from '../../ui/promotions/promotion-view.server.ts'
import { promotionsAction } from '../../ui/promotions/promotions-action.server.ts'
import { broughtInWords } from '../../ui/statements/look-back.server.ts'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/promotions'

export const meta: Route.MetaFunction = () => [{ title: `Promotions - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, now }) => {
  const { vendor_id } = actor.kitchen
  const promotions = await listPromotions(db, now, vendor_id)
  const brought = await broughtBy(
    db,
    vendor_id,
    promotions.map(({ id }) => id),
  )
  return {
    today: campusDate(now),
    promotions: promotions.map((one) => promotionView(one, now, broughtInWords(brought.get(one.id)))),
  }
}, 'make_promotions')

export const action = vendorAction(promotionsAction)

export default function Promotions({ loaderData: { promotions, today } }: Route.ComponentProps) {
  return (
    <AnswerBoard passing>
      <h1 className="text-3xl font-extrabold">Promotions</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        Codes and offers that make your own dishes cheaper. You pay the difference: it comes off what you earn of the
        order, and no commission is taken of it. Your statement has it on a line of its own.
      </p>
      <PromotionTable promotions={promotions} />
      <PromotionForm today={today} round={promotions.length} of_kitchen />
    </AnswerBoard>
  )
}
