import { reportPosition } from '../../domain/delivery/riders/go-on-duty.ts'
import { requireRider } from '../account/require-role.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/rider-position'

/** Takes the position of a rider's phone, now and then while on duty; the answer has no content. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireRider(context, request)
  const form = await readFields(request)
  const reported = await reportPosition(context.get(services_context), actor, {
    latitude: textOf(form, 'latitude'),
    longitude: textOf(form, 'longitude'),
  })
  return new Response(null, { status: reported.ok ? 204 : 422 })
}
