import type { LoaderFunctionArgs } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { services_context } from '../services.ts'
import type { Sent } from './screen-action.server.ts'

/**
 * The loader of a screen in a back office: `load` answers what it shows to who is signed in. With a `right`, to nobody
 * whose role lacks it.
 */
export function screenLoader<Who extends Actor, Right>(
  require: (context: Sent['context'], request: Request, right?: Right) => Promise<Who>,
) {
  return <Answer>(load: (asked: ReturnType<typeof askedBy<Who>>) => Answer, right?: Right) =>
    async (sent: LoaderFunctionArgs): Promise<Awaited<Answer>> =>
      await load(askedBy(sent, await require(sent.context, sent.request, right)))
}

/** `id` is what an address like `/admin/orders/:id` names. */
function askedBy<Who extends Actor>({ request, context, params: { id = '' } }: LoaderFunctionArgs, actor: Who) {
  const services = context.get(services_context)
  const { db, clock } = services
  return { actor, services, db, now: clock.now(), query: new URL(request.url).searchParams, id, request }
}
