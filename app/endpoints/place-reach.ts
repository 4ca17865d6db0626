import { kitchensBeyond } from '../../domain/checkout/kitchens-beyond.ts'
import { cachedJson } from '../page/cached-page.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/place-reach'

/** Which kitchens do not deliver to a place, the same for everybody who is there. 404 where food is never brought. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const asked = new URL(request.url).searchParams.get('place') ?? ''
  const known = /^\d{1,9}$/.test(asked) ? await kitchensBeyond(db, Number(asked), clock.now()) : null
  if (!known) return Response.json(null, { status: 404 })
  const { valid_until, ...reach } = known
  return cachedJson(reach, valid_until, `place=${reach.place.id}`)
}
