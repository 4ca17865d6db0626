import type { RouterContextProvider } from 'react-router'
import { loginWords } from '../../../domain/accounts/phone-login.ts'
import { formatCampusDateTime, formatCampusTime } from '../../../domain/clock.ts'
import { vendorFigures } from '../../../domain/orders/figures/vendor-figures.ts'
import { latestRatings } from '../../../domain/ratings/rating-lists.ts'
import { requireVendor } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { mayInKitchen } from '../rights.ts'

/** What the vendor's dashboard shows, to those who may see what the kitchen takes in. */
export async function loadFigures(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(services_context)
  const actor = await requireVendor(context, request)
  const { vendor_id } = actor.kitchen
  if (!mayInKitchen(actor, 'see_takings')) return null
  const now = clock.now()
  return {
    email: loginWords(actor.email),
    vendor_id,
    figures: await vendorFigures(db, vendor_id, now),
    ratings: (await latestRatings(db, vendor_id)).map(({ rated_at, hidden_at: _hidden, ...rating }) => ({
      ...rating,
      when: formatCampusDateTime(rated_at),
    })),
    as_of: formatCampusTime(now),
  }
}

export type Figures = NonNullable<Awaited<ReturnType<typeof loadFigures>>>
