import type { Actor } from '../../../domain/accounts/actor.ts'
import { landmarkUsers } from '../../../domain/delivery/riders/landmark-users.ts'
import { addPlace } from '../../../domain/places/add-place.ts'
import { changePlace } from '../../../domain/places/change-place.ts'
import { bringBackPlace, closePlace, reopenPlace, retirePlace } from '../../../domain/places/close-place.ts'
import { bringBackWay, closeWay, reopenWay, retireWay } from '../../../domain/places/close-way.ts'
import { MOST_FEATURES } from '../../../domain/places/geojson.ts'
import {
  type CampusImport,
  type ImportRefusal,
  importCampus,
  previewImport,
} from '../../../domain/places/import-campus.ts'
import { layPlan, placePlan, removePlan } from '../../../domain/places/lay-plan.ts'
import { saveWay } from '../../../domain/places/save-way.ts'
import { plainText } from '../../../domain/plain-text.ts'
import type { Accepted, Refused } from '../../../domain/refusal.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import { fileOf, LARGEST_CAMPUS_BYTES } from '../../request/read-form.ts'
import { takePicture } from '../../request/take-picture.ts'
import type { AppServices } from '../../services.ts'
import { counted } from '../../ui/counted.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { refusedPicture } from '../../ui/pictures/upload-picture.ts'
import { SAVED_MEANWHILE } from '../admin-screen.server.ts'
import type { CampusAnswer } from './campus-answer.ts'

const FILE_TOO_LARGE = 'This file is larger than 1 MB.'

type Answer =
  | Accepted<unknown>
  | Refused<'not_found' | 'stale' | 'retired' | 'name_taken' | 'name_retired' | 'outside' | 'way_taken'>
  | Refused<'in_use', { vendors: number; riders: number }>
  | Refused<'field', { field: string; said: string }>

/** Carries out what the page of the campus asks for: each intent is one verb of the domain. */
export async function campusAction(services: AppServices, actor: Actor, form: FormData) {
  const deps = { ...services, landmarkUsers }
  const fields = textsOf(form)
  const version = textOf(form, 'version')
  const [place_id, way_id] = [idOf(form, 'place_id'), idOf(form, 'way_id')]
  const name = textOf(form, 'name').trim()
  switch (textOf(form, 'intent')) {
    case 'add_place':
      return said(form, `${name} is on the campus`, await addPlace(deps, actor, fields))
    case 'change_place':
      return said(form, 'Place saved', await changePlace(deps, actor, { place_id, fields, version }))
    case 'close_place':
      return said(form, 'Closed. Nothing is brought there.', await closePlace(deps, actor, { place_id, version }))
    case 'reopen_place':
      return said(form, 'Open again', await reopenPlace(deps, actor, { place_id, version }))
    case 'retire_place':
      return said(form, 'Retired. It stands below the places.', await retirePlace(deps, actor, { place_id, version }))
    case 'bring_back_place':
      return said(form, 'Back on the campus', await bringBackPlace(deps, actor, { place_id, version }))
    case 'add_way':
      return said(form, 'Way added', await saveWay(deps, actor, { way_id: null, fields, version }))
    case 'change_way':
      return said(form, 'Way saved', await saveWay(deps, actor, { way_id, fields, version }))
    case 'retire_way':
      return said(form, 'Way retired. It stands below the ways.', await retireWay(deps, actor, { way_id, version }))
    case 'close_way':
      return said(form, 'Closed. Nobody is sent along it.', await closeWay(deps, actor, { way_id, version }))
    case 'reopen_way':
      return said(form, 'Way open again', await reopenWay(deps, actor, { way_id, version }))
    case 'bring_back_way':
      return said(form, 'Way back on the campus', await bringBackWay(deps, actor, { way_id, version }))
    case 'lay_plan':
      return layPicture(services, actor, form)
    case 'place_plan':
      return said(form, 'Saved where the plan lies', await placePlan(services, actor, { fields, version }))
    case 'remove_plan':
      return said(form, 'No plan lies beneath any more', await removePlan(services, actor, { version }))
    case 'read_file':
      return readFile(deps, actor, form)
    case 'import': {
      const good = textOf(form, '_good')
      if (good.length > LARGEST_CAMPUS_BYTES) return refusal(form, 413, FILE_TOO_LARGE, 'file')
      const imported = await importCampus(deps, actor, good)
      return imported.ok ? done(form, `Imported: ${broughtInWords(imported.value)}`) : refusedFile(form, imported)
    }
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

async function layPicture(services: AppServices, actor: Actor, form: FormData) {
  const stored = await takePicture(services, actor, form, 'plan')
  if (!stored) return refusal(form, 422, 'Please choose a picture.', 'picture')
  if (!stored.ok) {
    const no_picture = 'This is no picture that can be opened. A PDF has to be saved as JPEG or PNG first.'
    const too_large = 'This picture is larger than 15 MB.'
    const words = refusedPicture(stored.reason, stored.reason === 'too_large' ? too_large : no_picture)
    return refusal(form, stored.reason === 'busy' ? 429 : 422, words, 'picture')
  }
  const plan = { picture: stored.value.address, version: textOf(form, 'version') }
  return said(form, 'The plan lies beneath. Now place it.', await layPlan(services, actor, plan))
}

type Deps = AppServices & { landmarkUsers: typeof landmarkUsers }

async function readFile(deps: Deps, actor: Actor, form: FormData) {
  const file = await fileOf(form, 'file')
  if (!file) return refusal(form, 422, 'Please choose a GeoJSON file.', 'file')
  if (file.length > LARGEST_CAMPUS_BYTES) return refusal(form, 413, FILE_TOO_LARGE, 'file')
  const preview = await previewImport(deps, actor, plainText(file.toString('utf8')))
  if (!preview.ok) return refusedFile(form, preview)
  return { ...done(form, ''), preview: preview.value } satisfies CampusAnswer
}

function refusedFile(form: FormData, { reason }: ImportRefusal) {
  const words = {
    not_found: 'There is no such place.',
    not_geojson: 'This is no GeoJSON: a file with a "FeatureCollection" is needed.',
    too_many: `This file has more than ${MOST_FEATURES} features. Please bring it in parts.`,
  }
  return refusal(form, 422, words[reason], 'file')
}

function broughtInWords({ places, ways }: CampusImport): string {
  return `places ${places.added} added, ${places.changed} changed; ways ${ways.added} added, ${ways.changed} changed`
}

function said(form: FormData, words: string, answer: Answer) {
  if (answer.ok) return done(form, words)
  return inWords(form, answer, {
    field: ({ field, said }) => [422, said, field],
    not_found: [404, 'This is no longer on the campus. Please load the page again.'],
    stale: [409, SAVED_MEANWHILE],
    retired: [409, 'This place is retired. Bring it back first.'],
    name_taken: [409, 'A place of this name is there already.', 'name'],
    name_retired: [409, 'A retired place has this name. Bring that one back, or take another name.', 'name'],
    outside: [422, 'This place is farther from the campus than the service radius.', 'latitude'],
    way_taken: [409, 'These two places have a way already. Choose it in the list to change it.', 'to'],
    in_use: (details) => [409, inUseInWords(details)],
  })
}

/** `3 vendors and 1 rider say that they are near it, …` */
function inUseInWords({ vendors, riders }: { vendors: number; riders: number }): string {
  const both = [vendors > 0 && counted(vendors, 'vendor'), riders > 0 && counted(riders, 'rider')]
  const who = both.filter(Boolean).join(' and ')
  const say = vendors + riders === 1 ? 'says to be' : 'say that they are'
  return `${who} ${say} near it, so it stays a landmark of the campus until another one is chosen.`
}

function idOf(form: FormData, name: string): number {
  const text = textOf(form, name)
  // No id of ours: the verb finds nothing.
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
