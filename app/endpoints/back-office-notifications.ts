import { markAsRead } from '../../domain/notifications/bell/bell.ts'
import { requireSignedIn } from '../account/require-role.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/back-office-notifications'

/** Answers that the server is there, for the page that a rider's phone has kept (app/rider/use-kept-shell.ts). */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireSignedIn(context, request)
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/**
 * "Mark as read" on the bell: up to the newest one that was on the screen, or the one that was opened;
 * on every device of theirs.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { actor } = await requireSignedIn(context, request)
  // At a kitchen's tablet somebody has to say first who they are: what rings must not be stilled by nobody.
  if (actor.kitchen?.role === 'nobody') return Response.json({ ok: false }, { status: 403 })
  const form = await readFields(request)
  const opened = form.get('id')
  const number = Number(opened ?? form.get('up_to'))
  if (!Number.isSafeInteger(number)) return Response.json({ ok: false }, { status: 400 })
  await markAsRead(services, actor, opened === null ? { up_to: number } : { id: number })
  return Response.json({ ok: true })
}
