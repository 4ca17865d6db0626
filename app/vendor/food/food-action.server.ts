import type { Actor } from '../../../domain/accounts/actor.ts'
import { FOOD_FIELDS_MISSING } from '../../../domain/catalog/forms.ts'
import { allergen_names, diet_names } from '../../../domain/catalog/menu/dish-contents.ts'
import { addFood, deleteFood, editFood, type FoodRefusal } from '../../../domain/catalog/menu/edit-food.ts'
import { markSoldOut } from '../../../domain/catalog/menu/mark-sold-out.ts'
import { importMenu } from '../../../domain/catalog/menu/menu-csv.ts'
import { moveFood } from '../../../domain/catalog/menu/move-food.ts'
import type { OptionGroupDraft } from '../../../domain/catalog/menu/option-group-form.ts'
import type { StaleDish } from '../../../domain/catalog/menu/shown-dish.ts'
import { plainText, readJson, typedText } from '../../../domain/plain-text.ts'
import { textOf } from '../../request/form-texts.ts'
import { fileOf, LARGEST_MENU_BYTES } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal, wrongFields } from '../../ui/forms/action-answer.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'

const MENU_TOO_LARGE =
  'This file is larger than 1 MB. A menu of 500 dishes fits easily into that: is it the right file?'
const UNREADABLE = 'This form could not be read. Please load the page again.'
const GONE = 'This dish is no longer on your menu.'

/** Carries out what the Food screen asks for: each intent is one verb of the domain. */
export function performFoodIntent(services: AppServices, actor: Actor, form: FormData) {
  switch (textOf(form, 'intent')) {
    case 'save':
      return save(services, actor, form)
    case 'delete':
      return remove(services, actor, form)
    case 'sold_out':
      return soldOut(services, actor, form)
    case 'move':
      return move(services, actor, form)
    case 'import':
      return importFile(services, actor, form)
    default:
      return refusal(form, 400, UNREADABLE)
  }
}

async function save(services: AppServices, actor: Actor, form: FormData) {
  const stored = await takePicture(services, actor, form)
  if (stored && !stored.ok) return refusal(form, 422, refusedPicture(stored.reason, 'Image upload failed.'))
  const option_groups = optionGroupsOf(form)
  if (!option_groups) return refusal(form, 400, UNREADABLE)
  const dish = {
    name: textOf(form, 'name'),
    price: textOf(form, 'price'),
    description: textOf(form, 'description'),
    section: textOf(form, 'section'),
    food_image: stored?.value.address ?? textOf(form, 'food_image'),
    option_groups,
    diets: diet_names.filter((name) => form.has(`diet_${name}`)),
    contains: [...allergen_names, 'none'].filter((name) => form.has(`contains_${name}`)),
  }
  const is_new = textOf(form, 'id') === ''
  // A form from before dishes had versions says only what it knew to be in the dish: no tick is lost without a word.
  const version = textOf(form, 'version') || JSON.stringify({ contains: textOf(form, 'contents_seen') })
  const saved = is_new
    ? await addFood(services, actor, dish)
    : await editFood(services, actor, idOf(form), dish, version)
  if (saved.ok) {
    return done(form, is_new ? 'Food item added successfully!' : 'Food item updated successfully!')
  }
  return saveRefusal(form, saved)
}

function saveRefusal(form: FormData, refused: FoodRefusal) {
  if (refused.reason === 'fields') {
    const missing = refused.details.name === 'Required' || refused.details.price === 'Required'
    return wrongFields(form, refused.details, missing ? FOOD_FIELDS_MISSING : '')
  }
  if (refused.reason === 'stale') return changedMeanwhile(form, refused)
  return inWords(form, refused, {
    name_taken: [409, 'A dish of this name is on your menu already.', 'name'],
    full: [409, 'Your menu is full: it holds 500 dishes.'],
    not_your_picture: [422, 'Image upload failed.', 'food_image'],
    not_found: [404, GONE],
  })
}

/** The form then knows what stands there, so that what was typed can be saved over it. */
function changedMeanwhile(form: FormData, { details: { now, version } }: StaleDish) {
  form.set('version', version)
  if (now.food_image) form.set('photo_now', now.food_image)
  const said = Object.entries(now).map(([field, words]) => {
    const stop = /[.!?…]$/.test(words) ? '' : '.'
    const has = field === 'food_image' && words ? 'shows the photo below.' : `says: ${words || 'nothing'}${stop}`
    return [field, `Somebody changed this meanwhile. Your menu ${has} Save again if yours is right.`]
  })
  return wrongFields(form, Object.fromEntries(said))
}

async function remove(services: AppServices, actor: Actor, form: FormData) {
  const deleted = await deleteFood(services, actor, idOf(form))
  return deleted.ok
    ? done(form, 'Food item deleted successfully!')
    : refusal(form, 404, `Failed to delete food item. ${GONE}`)
}

async function soldOut(services: AppServices, actor: Actor, form: FormData) {
  const wanted = textOf(form, 'sold_out')
  if (wanted !== 'no' && wanted !== 'today' && wanted !== 'until_changed') return refusal(form, 400, GONE)
  const marked = await markSoldOut(services, actor, idOf(form), wanted)
  if (!marked.ok) return refusal(form, 404, GONE)
  const { name } = marked.value
  const words = {
    no: `${name} is available again.`,
    today: `${name} is sold out for today.`,
    until_changed: `${name} is sold out until you change it.`,
  }
  return done(form, words[wanted])
}

async function move(services: AppServices, actor: Actor, form: FormData) {
  const [place = '', beside = ''] = textOf(form, 'place').split(' ')
  const beside_id = Number(beside)
  const wanted =
    place === 'earlier' || place === 'later'
      ? place
      : place === 'before'
        ? { before_id: beside_id }
        : { after_id: beside_id }
  const moved = await moveFood(services, actor, idOf(form), wanted)
  return moved.ok ? done(form, '') : refusal(form, 404, GONE)
}

async function importFile(services: AppServices, actor: Actor, form: FormData) {
  const file = await fileOf(form, 'file')
  if (!file) return refusal(form, 422, 'Please choose a CSV file.')
  if (file.length > LARGEST_MENU_BYTES) return refusal(form, 413, MENU_TOO_LARGE)
  const imported = await importMenu(services, actor, plainText(file.toString('utf8')))
  if (imported.ok) return { ...done(form, ''), report: imported.value }
  const words = {
    no_columns: 'This file has no columns "name" and "price" in its first line.',
    too_long: 'This file has more than 500 dishes.',
    not_found: GONE,
  }
  return refusal(form, 422, words[imported.reason])
}

/** The choices as they were sent; what is no list of groups is refused by the form's schema. */
function optionGroupsOf(form: FormData): OptionGroupDraft[] | null {
  return (readJson(textOf(form, 'option_groups') || '[]', typedText) as OptionGroupDraft[] | undefined) ?? null
}

function idOf(form: FormData): number {
  return Number(textOf(form, 'id') || Number.NaN)
}
