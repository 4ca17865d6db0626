import type { Db, Tx } from '../../db/handle.ts'
import { type Acting, may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { type WholeCampus, wholeCampus } from './admin-campus.ts'
import type { LandmarkUsers } from './change-place.ts'
import { inServiceArea } from './delivery-fee.ts'
import { type FilePlace, type Numbered, readCampusFile, shortFile, type WrongFeature } from './geojson.ts'
import { lockCampus } from './lock-campus.ts'
import { NO_MEETING_AT_A_JUNCTION, type PlaceValues, placeValues, sameValues } from './place-form.ts'
import { type PlannedWay, plantCampus } from './plant-campus.ts'
import { wayVersion } from './save-way.ts'

type Counts = { added: number; changed: number; unchanged: number }

/** What a file brings or would bring. Wrong features are left out. */
export type CampusImport = { places: Counts; ways: Counts; wrong: WrongFeature[] }

export type ImportRefusal = Refused<'not_found' | 'not_geojson' | 'too_many', undefined>

type Deps = { db: Db; clock: Clock; landmarkUsers: LandmarkUsers }

/**
 * What a file would bring, with the good part of it (`good`) to be imported later. Nothing is changed. Refuses
 * everybody but an admin and what is no campus in GeoJSON.
 */
export async function previewImport(
  deps: Deps,
  actor: Acting,
  text: string,
): Promise<Accepted<CampusImport & { good: string }> | ImportRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const read = await readImport(tx, deps.landmarkUsers, text)
    if (!read.ok) return read
    const { places, ways, wrong } = read.value
    return accepted({
      ...counted(read.value),
      wrong,
      good: shortFile(
        places.map(({ given }) => given),
        ways.map(({ way }) => way),
      ),
    })
  })
}

/**
 * Brings a file's places and ways onto the campus: a known name changes that place, or brings a retired one back, a new
 * name adds one, and what the file does not name stays as it is. Twice happens once. Refuses as `previewImport` does.
 */
export async function importCampus(
  deps: Deps,
  actor: Acting,
  text: string,
): Promise<Accepted<CampusImport> | ImportRefusal> {
  if (!may(actor, 'change_campus')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockCampus(tx)
    const read = await readImport(tx, deps.landmarkUsers, text)
    if (!read.ok) return read
    const places = read.value.places.filter(({ outcome }) => outcome !== 'unchanged')
    const ways = read.value.ways.filter(({ outcome }) => outcome !== 'unchanged')
    const namesOf = (kept: Outcome) => places.filter(({ outcome }) => outcome === kept).map(({ place }) => place.name)
    if (places.length + ways.length > 0) {
      const ends = new Set(ways.flatMap(({ way }) => [way.from, way.to]))
      const planted = new Set(places.map(({ place }) => place.name))
      const standing = read.value.standing.filter(({ name }) => ends.has(name) && !planted.has(name))
      await plantCampus(tx, {
        places: [...places.map(({ place }) => place), ...standing],
        ways: ways.map(({ way }) => way),
      })
      await recordAudit(tx, {
        actor,
        action: 'campus_imported',
        subject: 'campus:file',
        after: {
          places_added: namesOf('added'),
          places_changed: namesOf('changed'),
          ways_added_or_changed: ways.map(({ way }) => `${way.from} – ${way.to}`),
        },
        now,
      })
    }
    return accepted({ ...counted(read.value), wrong: read.value.wrong })
  })
}

type Outcome = keyof Counts
type ReadPlace = { place: PlaceValues; given: FilePlace; outcome: Outcome }
type ReadWay = { way: PlannedWay; outcome: Outcome }
type ReadImport = { places: ReadPlace[]; ways: ReadWay[]; standing: PlaceValues[]; wrong: WrongFeature[] }

/** The file beside the campus as it stands. `standing`: the places that are there, also after the import. */
async function readImport(tx: Tx, landmarkUsers: LandmarkUsers, text: string) {
  const file = readCampusFile(text)
  if (!file.ok) return file
  const campus = await wholeCampus(tx)
  const delivery = await readSetting(tx, DELIVERY_SETTINGS)
  const known = new Map([...campus.places, ...campus.retired].map((place) => [place.name.toLowerCase(), place]))
  const read: ReadImport = { places: [], ways: [], standing: campus.places.map(placeValues), wrong: file.value.wrong }
  let position = Math.max(0, ...campus.places.map((place) => place.position))

  const seen = new Set<string>()
  for (const { feature, read: given } of file.value.places) {
    const before = known.get(given.name.toLowerCase())
    const leave = (problem: string) => read.wrong.push({ feature, name: given.name, problem })
    const kind = given.kind ?? before?.kind
    if (seen.has(given.name.toLowerCase())) leave('This name stands twice in the file; the first counts.')
    else if (!kind) leave('It is new, so it needs a kind: gate, hostel, faculty, market, building or junction.')
    else if (!inServiceArea(given, delivery)) leave('It is farther from the campus than the service radius.')
    else {
      const unlike = { landmark: false, meeting_point: false, verified: false, position: position + 1 }
      const place = placeValues({ ...(before ?? unlike), ...given, kind, name: before?.name ?? given.name })
      if (place.kind === 'junction' && place.meeting_point) leave(NO_MEETING_AT_A_JUNCTION)
      else if (before?.landmark && !place.landmark && (await isUsed(tx, landmarkUsers, before.name))) {
        leave('Vendors or riders say that they are near it, so it stays a landmark.')
      } else {
        const is_there = before !== undefined && before.retired_at === null
        const outcome = !is_there ? 'added' : sameValues(before, place) ? 'unchanged' : 'changed'
        if (!before) position += 1
        seen.add(given.name.toLowerCase())
        read.places.push({ place, given, outcome })
      }
    }
  }
  readWays(file.value.ways, campus, read)
  read.wrong.sort((one, other) => one.feature - other.feature)
  return accepted(read)
}

function readWays(ways: readonly Numbered<PlannedWay>[], campus: WholeCampus, read: ReadImport): void {
  const names = new Map(
    [...read.standing, ...read.places.map(({ place }) => place)].map(({ name }) => [name.toLowerCase(), name]),
  )
  const name_of = new Map(campus.places.map(({ id, name }) => [id, name]))
  const pairOf = (from: string, to: string) => JSON.stringify([from, to].sort())
  const standing = new Map(
    campus.ways.map((way) => [
      pairOf(name_of.get(way.from_place_id) ?? '', name_of.get(way.to_place_id) ?? ''),
      wayVersion(way),
    ]),
  )
  const seen = new Set<string>()
  for (const { feature, read: given } of ways) {
    const [from, to] = [names.get(given.from.toLowerCase()), names.get(given.to.toLowerCase())]
    const leave = (problem: string) => read.wrong.push({ feature, name: `${given.from} – ${given.to}`, problem })
    if (!from || !to) leave(`${from ? given.to : given.from} is no place of this file or of the campus.`)
    else if (seen.has(pairOf(from, to))) leave('This way stands twice in the file; the first counts.')
    else {
      seen.add(pairOf(from, to))
      const before = standing.get(pairOf(from, to))
      const way = { closed_from: null, closed_until: null, ...given, from, to }
      const outcome = before === undefined ? 'added' : before === wayVersion(way) ? 'unchanged' : 'changed'
      read.ways.push({ way, outcome })
    }
  }
}

async function isUsed(tx: Tx, landmarkUsers: LandmarkUsers, name: string): Promise<boolean> {
  const users = await landmarkUsers(tx, name)
  return users.vendors + users.riders > 0
}

function counted({ places, ways }: ReadImport): Pick<CampusImport, 'places' | 'ways'> {
  const countsOf = (all: readonly { outcome: Outcome }[]): Counts => {
    const count = (kept: Outcome) => all.filter(({ outcome }) => outcome === kept).length
    return { added: count('added'), changed: count('changed'), unchanged: count('unchanged') }
  }
  return { places: countsOf(places), ways: countsOf(ways) }
}
