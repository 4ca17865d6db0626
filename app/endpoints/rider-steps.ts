import { recordSteps } from '../../domain/delivery/steps/record-steps.ts'
import { readJson, typedText } from '../../domain/plain-text.ts'
import { inTurn } from '../account/in-turn.ts'
import { requireRider } from '../account/require-role.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/rider-steps'

/**
 * Takes the steps that a rider's phone queued, at once or when it is back online, and answers what became of each.
 * `steps` is their list as JSON, `sent_at` the phone's own time (ISO). `at` is our own time by then: a dashboard that
 * is asked for from then on shows them done. A phone that hears 429 sends them again later.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const actor = await requireRider(context, request)
  if (!(await services.allow('rider_steps', actor.user_id))) return new Response(null, { status: 429 })
  const form = await readFields(request)
  const steps = listIn(textOf(form, 'steps'))
  if (!steps) return new Response(null, { status: 400 })
  const queue = { sent_at: textOf(form, 'sent_at'), steps }
  const answers = await inTurn(services, actor.user_id, () => recordSteps(services, actor, queue))
  return Response.json({ answers, at: services.clock.now().getTime() }, { headers: { 'cache-control': 'no-store' } })
}

function listIn(text: string): unknown[] | null {
  const value = readJson(text, typedText)
  return Array.isArray(value) ? value : null
}
