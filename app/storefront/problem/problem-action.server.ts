import { data, redirect } from 'react-router'
import { answerClaim, mayShowPhoto, showPhoto } from '../../../domain/claims/add-to-claim.ts'
import { makeClaim, orderOfKey } from '../../../domain/claims/make-claim.ts'
import { textOf } from '../../request/form-texts.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import { waitedMs } from '../../request/waited.ts'
import type { AppServices } from '../../services.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'
import { allowsOrder } from '../track/allows-order.server.ts'
import { PHOTO_TOO_LARGE } from './problem-html.server.tsx'

const sentences = {
  not_open: 'This was decided meanwhile. If something is still wrong, please call us.',
  not_possible: 'That does not fit the order as it is now. Please look at it again, or call us.',
  already_open: 'You told us about this order already, and we are looking at it.',
  too_many: 'You have told us about many orders this week. Please call us about this one.',
  too_many_photos: 'You have sent many photos already. Please call us if another one matters.',
  too_many_words: 'You have written a lot already. Please call us if something is missing.',
} as const

const NO_PHOTO = 'This is not a photo that we can open. Please choose another one.'

/**
 * What the forms of the page do. Answers what was refused with its status, or throws the way back to the page, and the
 * answer 404 for a link that is not ours.
 */
export async function problemAction(
  services: AppServices,
  track_token: string,
  request: Request,
): Promise<{ refused: Refused; status: number }> {
  const nothing = new FormData()
  // A stranger's large file is not read before it is known whose it is.
  if (!(await allowsOrder(services, track_token))) {
    return {
      refused: refused(nothing, 'A lot of people are here right now. Please try again in a minute.'),
      status: 429,
    }
  }
  const has_file = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  const form = await readForm(request, has_file ? LARGEST_PICTURE_BYTES : 0)
  if (!form) return { refused: refused(nothing, '', { picture: PHOTO_TOO_LARGE }), status: 413 }
  const no = (status: number, said: string, errors = {}) => ({ refused: refused(form, said, errors), status })
  const answer = await perform(services, track_token, form)
  if (answer.ok) throw redirect(`/track/${track_token}/problem` satisfies Address, 303)
  switch (answer.reason) {
    case 'fields':
      return no(422, '', answer.details)
    case 'no_dishes':
      return no(422, '', { dishes: 'Please say which dishes, and how many.' })
    case 'picture':
      return no(422, '', { picture: answer.said })
    case 'not_found':
      throw data(null, { status: 404 })
    default:
      return no(409, sentences[answer.reason])
  }
}

function perform(services: AppServices, track_token: string, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'photo':
      return addPhoto(services, track_token, form)
    case 'answer':
      return answerClaim(services, track_token, textOf(form, 'words'))
    default:
      return makeClaim(services, track_token, {
        kind: textOf(form, 'kind'),
        words: textOf(form, 'words'),
        dishes: dishesIn(form),
        waited_ms: waitedMs(form),
      })
  }
}

/** `dish_0=2` means two of the first dish. */
function dishesIn(form: FormData) {
  return [...form.keys()].flatMap((name) => {
    const item = /^dish_(\d{1,3})$/.exec(name)?.[1]
    return item === undefined ? [] : [{ item: Number(item), quantity: Number(textOf(form, name) || 0) }]
  })
}

async function addPhoto(services: AppServices, track_token: string, form: FormData) {
  const order = await orderOfKey(services.db, track_token)
  if (!order) return { ok: false, reason: 'not_found' } as const
  const may = await mayShowPhoto(services.db, order)
  if (!may.ok) return may
  // Nobody but its owner has a checkout's id, so the same picture of two people is two pictures.
  const stored = await takePicture(services, { role: 'customer', user_id: order.checkout_id }, form)
  if (stored?.ok) return showPhoto(services, track_token, stored.value.address)
  const said = stored?.reason === 'too_large' ? PHOTO_TOO_LARGE : refusedPicture(stored?.reason, NO_PHOTO)
  return { ok: false, reason: 'picture', said } as const
}
