import { readSignedIn, readVisit, requireVendor } from '../account/require-role.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../request/read-form.ts'
import { takePicture } from '../request/take-picture.ts'
import { services_context } from '../services.ts'
import type { UploadAnswer } from '../ui/pictures/upload-picture.ts'
import type { Route } from './+types/picture-upload'

export const handle: PageHandle = { files: true }

/** Takes one picture, re-encodes it and answers its address, for a form that shows it before it is saved. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return answer({ refused: 'login' }, 401)
  // An admin has pictures of their own only as long as they act for a kitchen.
  const is_admin = signed_in.actor.role === 'admin'
  const owner = is_admin
    ? (await readVisit(context, request)) && (await requireVendor(context, request))
    : signed_in.actor
  if (!owner) return answer({ refused: 'login' }, 403)
  const form = await readForm(request, LARGEST_PICTURE_BYTES)
  if (!form) return answer({ refused: 'too_large' }, 413)
  const stored = await takePicture(services, owner, form)
  if (!stored) return answer({ refused: 'not_a_picture' }, 422)
  if (stored.ok) return answer(stored.value)
  if (stored.reason === 'busy') return answer({ refused: 'busy' }, 429)
  if (stored.reason === 'not_allowed') return answer({ refused: 'login' }, 403)
  return answer({ refused: stored.reason }, 422)
}

function answer(body: UploadAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
