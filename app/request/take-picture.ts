import type { PictureShape } from '../../adapters/files/encode-picture.ts'
import type { Actor } from '../../domain/accounts/actor.ts'
import { type PictureRefusal, storePicture } from '../../domain/catalog/store-picture.ts'
import { type Accepted, type Refused, refused } from '../../domain/refusal.ts'
import type { AppServices } from '../services.ts'
import { fileOf } from './read-form.ts'

/**
 * The picture that a form carries as `picture`, stored as the actor's own; null where none was chosen. All pictures
 * come in through here: it limits how many come in a minute and at the same time, whatever screen sends them, and
 * refuses more as busy.
 */
export async function takePicture(
  services: AppServices,
  actor: Actor,
  form: FormData,
  shape: PictureShape = 'photo',
): Promise<Accepted<{ address: string }> | PictureRefusal | Refused<'busy', undefined> | null> {
  const file = await fileOf(form, 'picture')
  if (!file) return null
  if (!(await services.allow('picture_upload', actor.user_id))) return refused('busy')
  return services.enter('picture', actor.user_id, () => storePicture(services, actor, file, shape)) ?? refused('busy')
}
