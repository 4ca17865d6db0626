import type { RouterContextProvider } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { admin_roles } from '../../domain/admin-roles.ts'
import { requireAdmin } from '../account/require-role.ts'
import { textOf } from '../request/form-texts.ts'
import { readFields } from '../request/read-form.ts'
import { type AppServices, services_context } from '../services.ts'
import { refusal } from '../ui/action-answer.ts'
import { mayChange } from './rights.ts'

type Sent = { request: Request; context: Readonly<RouterContextProvider> }

/** What an admin reads whose form is older than what somebody else saved. */
export const SAVED_MEANWHILE =
  'Somebody else saved this while you were at it. Please load the page again, look at what stands there now, ' +
  'and save once more if need be.'

/**
 * The action of an admin's screen: `take` does what its form asks for, for the admin who sent it, if their role has the
 * right (rights.ts). `read` reads a form with more than words in it, or answers null, and then `too_large` is said.
 */
export function adminAction<Answer>(
  take: (services: AppServices, actor: Actor, form: FormData) => Answer,
  read: (request: Request) => Promise<FormData | null> = readFields,
  too_large = 'This is too large.',
) {
  return async ({ request, context }: Sent) => {
    const actor = await requireAdmin(context, request)
    const form = await read(request)
    if (!form) return refusal(new FormData(), 413, too_large)
    const { pathname } = new URL(request.url)
    const allowed = mayChange(actor, pathname, textOf(form, 'intent'))
    if (allowed === null) return refusal(form, 400, 'This cannot be done here.')
    if (!allowed) return refusal(form, 403, notYours(actor))
    return take(context.get(services_context), actor, form)
  }
}

const notYours = ({ admin_role = 'read_only' }: Actor) =>
  `Nothing was changed: your role, ${admin_roles[admin_role].name}, does not do this. An owner of the marketplace can, ` +
  'or can give you another role.'
