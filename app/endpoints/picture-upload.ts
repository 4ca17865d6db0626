import { storePicture } from '../../domain/catalog/store-picture.ts'
import { readSignedIn } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/picture-upload'
import { fileOf, LARGEST_PICTURE_BYTES, readForm } from './read-form.ts'

export type UploadAnswer = { address: string } | { refused: UploadProblem }
/** What the screens have words for. */
export type UploadProblem = 'login' | 'not_a_picture' | 'too_large' | 'busy'

/** Takes one picture, re-encodes it and answers its address, for a form that shows it before it is saved. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return answer({ refused: 'login' }, 401)
  if (signed_in.actor.role === 'admin') return answer({ refused: 'login' }, 403)
  if (!services.allow('picture_upload', signed_in.actor.user_id)) return answer({ refused: 'busy' }, 429)
  const form = await readForm(request, LARGEST_PICTURE_BYTES)
  if (!form) return answer({ refused: 'too_large' }, 413)
  const file = await fileOf(form, 'picture')
  if (!file) return answer({ refused: 'not_a_picture' }, 422)
  const stored = await storePicture(services, signed_in.actor, file)
  if (stored.ok) return answer(stored.value)
  if (stored.reason === 'not_allowed') return answer({ refused: 'login' }, 403)
  return answer({ refused: stored.reason }, 422)
}

function answer(body: UploadAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
