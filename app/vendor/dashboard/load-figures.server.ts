import type { RouterContextProvider } from 'react-router'
import { formatCampusDateTime, formatCampusTime } from '../../../domain/clock.ts'
import { vendorFigures } from '../../../domain/orders/vendor-figures.ts'
import { latestRatings } from '../../../domain/ratings/rating-lists.ts'
import { requireVendor } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'

/** What the vendor's dashboard shows. */
export async function loadFigures(context: Readonly<RouterContextProvider>, request: Request) {
  const { db, clock } = context.get(services_context)
  const actor = await requireVendor(context, request)
  const now = clock.now()
  return {
    email: actor.email,
    figures: await vendorFigures(db, actor.user_id, now),
    ratings: (await latestRatings(db, actor.user_id)).map(({ rated_at, hidden_at: _hidden, ...rating }) => ({
      ...rating,
      when: formatCampusDateTime(rated_at),
    })),
    as_of: formatCampusTime(now),
  }
}

export type Figures = Awaited<ReturnType<typeof loadFigures>>
