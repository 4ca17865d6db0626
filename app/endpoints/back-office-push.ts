import { isSubscribed, subscribePush, unsubscribePush } from '../../domain/notifications/outbox/subscribe-push.ts'
import { requireOwnSession } from '../account/require-role.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/back-office-push'

/** What a browser needs to subscribe, and whether the one at `endpoint` rings for the signed-in user. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, push } = context.get(services_context)
  const { actor } = await requireOwnSession(context, request)
  const endpoint = new URL(request.url).searchParams.get('endpoint')
  const subscribed = endpoint !== null && (await isSubscribed(db, actor, endpoint))
  return Response.json(
    { public_key: push.public_key, subscribed, user_id: actor.user_id },
    { headers: { 'cache-control': 'no-store' } },
  )
}

/** "Ring me also when this page is closed", on and off, for the browser that sends it. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const session = await requireOwnSession(context, request)
  const form = await readFields(request)
  const endpoint = textOf(form, 'endpoint')
  if (textOf(form, 'intent') === 'unsubscribe') {
    await unsubscribePush(services, session.actor, endpoint)
    return Response.json({ subscribed: false })
  }
  const address = { endpoint, p256dh: textOf(form, 'p256dh'), auth: textOf(form, 'auth') }
  const subscribed = await subscribePush(services, session, address)
  if (subscribed.ok) return Response.json({ subscribed: true })
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : 'no address'
  services.log.warn({ host }, 'a browser named a push service that is not known')
  return Response.json({ subscribed: false }, { status: 422 })
}
