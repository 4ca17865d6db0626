import type { Actor } from '../../domain/accounts/actor.ts'
import type { SignedIn } from '../../domain/accounts/find-actor.ts'
import { textOf } from '../request/form-texts.ts'
import { ACTS_FOR, PRESENT } from '../ui/acts-for.tsx'

/**
 * Whether a form was drawn for another kitchen than the one in front of who sends it: then nothing is to be changed. Of
 * somebody who works in several kitchens each form has to say which it means.
 */
export function isForAnotherKitchen(
  { kitchen, kitchens }: Pick<Actor, 'kitchen' | 'kitchens'>,
  form: FormData,
): boolean {
  const meant = textOf(form, ACTS_FOR)
  return meant === '' ? kitchens !== undefined : meant !== kitchen?.vendor_id
}

/**
 * Whether a form was shown at a kitchen's tablet to somebody else than is there now: pressed in an old tab, or after
 * another came in. Then nothing is to be changed in anybody's name.
 */
export function isAnothersPress({ tablet }: Pick<SignedIn, 'tablet'>, form: FormData): boolean {
  return tablet !== null && textOf(form, PRESENT) !== tablet.present?.user_id
}
