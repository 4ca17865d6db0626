import type { PictureShape } from '../../adapters/files/encode-picture.ts'
import { type PictureOwner, type PictureRefusal, storePicture } from '../../domain/catalog/pictures/store-picture.ts'
import { type Accepted, type Refused, refused } from '../../domain/refusal.ts'
import { hasRoomForPicture } from '../../domain/retention/room-for-picture.ts'
import type { AppServices } from '../services.ts'
import { fileOf } from './read-form.ts'

/**
 * The picture that a form carries as `picture`, stored as its owner's own; null where none was chosen. All pictures
 * come in through here: it limits how many come in a minute, at the same time and in a day, whatever screen sends them,
 * and refuses more as busy.
 */
export async function takePicture(
  services: AppServices,
  owner: PictureOwner,
  form: FormData,
  shape: PictureShape = 'photo',
): Promise<Accepted<{ address: string }> | PictureRefusal | Refused<'busy', undefined> | null> {
  const file = await fileOf(form, 'picture')
  if (!file) return null
  if (!(await services.allow('picture_upload', owner.user_id))) return refused('busy')
  if (!(await hasRoomForPicture(services, owner.user_id))) return refused('busy')
  return services.enter('picture', owner.user_id, () => storePicture(services, owner, file, shape)) ?? refused('busy')
}
