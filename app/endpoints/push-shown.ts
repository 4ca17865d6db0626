import { reportShown } from '../../domain/notifications/outbox/report-shown.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/push-shown'

/**
 * What a worker reports of a push that it showed: on a customer's phone, or on a device of a back office, which may be
 * logged out by now. Only the device knows the number of the push.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const id = textOf(await readFields(request), 'id')
  if (!(await services.allow('push_shown', id))) return new Response(null, { status: 429 })
  const reported = await reportShown(services, id)
  return new Response(null, { status: reported.ok ? 204 : 404 })
}
