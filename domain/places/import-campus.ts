import { and, eq } from 'drizzle-orm'
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
import { isMiddleOpen, setMiddle } from './first-middle.ts'
import { type FilePlace, type FileWay, type Numbered, readCampusFile, shortFile, type WrongFeature } from './geojson.ts'
import { lockCampus } from './lock-campus.ts'
import { NO_MEETING_AT_A_JUNCTION, type PlaceRow, type PlaceValues, placeValues, sameValues } from './place-form.ts'
import { type PlannedWay, plantCampus } from './plant-campus.ts'
import { type WayRow, wayVersion } from './save-way.ts'
import { places, ways } from './tables.ts'

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
 * Brings a file's places and ways onto the campus: a known name changes that place, or brings a retired one back unless
 * the file says that it is, a new name adds one, and what the file does not name stays as it is. Twice happens once.
 * Refuses as `previewImport` does.
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
    const changed_ways = read.value.ways.filter(({ outcome }) => outcome !== 'unchanged')
    const ends = new Set(changed_ways.flatMap(({ way }) => [way.from, way.to]))
    // A retired place at the end of a changed way is planted with it, and is retired again like one that changed.
    const changed_places = read.value.places.filter(
      ({ outcome, given, place }) => outcome !== 'unchanged' || (given.retired === true && ends.has(place.name)),
    )
    const namesOf = (kept: Outcome) =>
      changed_places.filter(({ outcome }) => outcome === kept).map(({ place }) => place.name)
    const [first] = changed_places
    if (first && (await isMiddleOpen(tx))) await setMiddle(tx, first.place, actor, now)
    if (changed_places.length + changed_ways.length > 0) {
      const planted = new Set(changed_places.map(({ place }) => place.name))
      const standing = read.value.standing.filter(({ name }) => ends.has(name) && !planted.has(name))
      await plantCampus(tx, {
        places: [...changed_places.map(({ place }) => place), ...standing],
        ways: changed_ways.map(({ way }) => plannedWay(way)),
      })
      await setStates(tx, { places: changed_places, ways: changed_ways }, now)
      await recordAudit(tx, {
        actor,
        action: 'campus_imported',
        subject: 'campus:file',
        after: {
          places_added: namesOf('added'),
          places_changed: namesOf('changed'),
          ways_added_or_changed: changed_ways.map(({ way }) => `${way.from} – ${way.to}`),
        },
        now,
      })
    }
    return accepted({ ...counted(read.value), wrong: read.value.wrong })
  })
}

type Outcome = keyof Counts
type ReadPlace = { place: PlaceValues; given: FilePlace; before: PlaceRow | undefined; outcome: Outcome }
type ReadWay = { way: FileWay; before: WayRow | undefined; outcome: Outcome }
type ReadImport = { places: ReadPlace[]; ways: ReadWay[]; standing: PlaceValues[]; wrong: WrongFeature[] }

/** The file beside the campus as it stands. `standing`: the places that are there, also after the import. */
async function readImport(tx: Tx, landmarkUsers: LandmarkUsers, text: string) {
  const file = readCampusFile(text)
  if (!file.ok) return file
  const campus = await wholeCampus(tx)
  const saved = await readSetting(tx, DELIVERY_SETTINGS)
  const [first] = file.value.places
  // Nobody has said yet where the campus is: it is where its first place is.
  const delivery = first && (await isMiddleOpen(tx)) ? { ...saved, campus: first.read } : saved
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
      } else if (given.retired && before?.landmark && (await isUsed(tx, landmarkUsers, before.name))) {
        leave('Vendors or riders say that they are near it, so it is not retired.')
      } else {
        const outcome = outcomeOf(given, before, before !== undefined && sameValues(before, place))
        if (!before) position += 1
        seen.add(given.name.toLowerCase())
        read.places.push({ place, given, before, outcome })
      }
    }
  }
  readWays(file.value.ways, campus, read)
  read.wrong.sort((one, other) => one.feature - other.feature)
  return accepted(read)
}

function readWays(ways: readonly Numbered<FileWay>[], campus: WholeCampus, read: ReadImport): void {
  const names = new Map(
    [...read.standing, ...read.places.map(({ place }) => place)].map(({ name }) => [name.toLowerCase(), name]),
  )
  const name_of = new Map([...campus.places, ...campus.retired].map(({ id, name }) => [id, name]))
  const pairOf = (from: string, to: string) => JSON.stringify([from, to].sort())
  const standing = new Map(
    [...campus.ways, ...campus.retired_ways, ...campus.idle_ways].map((way) => [
      pairOf(name_of.get(way.from_place_id) ?? '', name_of.get(way.to_place_id) ?? ''),
      way,
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
      const outcome = outcomeOf(given, before, before !== undefined && wayVersion(before) === wayVersion(way))
      read.ways.push({ way, before, outcome })
    }
  }
}

type State = { closed_at: Date | null; retired_at: Date | null }

/** What a feature of the file does to what was there `before`, which is alike in everything else or not. */
function outcomeOf(
  given: { closed?: boolean; retired?: boolean },
  before: State | undefined,
  is_alike: boolean,
): Outcome {
  const is_retired = given.retired === true
  if (!before || (before.retired_at !== null && !is_retired)) return 'added'
  const is_closed = before.closed_at !== null
  const same_state = (given.closed ?? is_closed) === is_closed && is_retired === (before.retired_at !== null)
  return is_alike && same_state ? 'unchanged' : 'changed'
}

const plannedWay = ({ closed: _closed, retired: _retired, ...way }: FileWay): PlannedWay => way

/** Closes, opens and retires what was planted as the file says, since when it was so before, else since now. */
async function setStates(
  tx: Tx,
  read: { places: readonly ReadPlace[]; ways: readonly ReadWay[] },
  now: Date,
): Promise<void> {
  const stateOf = (given: { closed?: boolean; retired?: boolean }, before: State | undefined) => {
    const closed = given.closed ?? before?.closed_at != null
    return {
      closed_at: closed ? (before?.closed_at ?? now) : null,
      retired_at: given.retired ? (before?.retired_at ?? now) : null,
    }
  }
  for (const { place, given, before } of read.places) {
    await tx
      .update(places)
      .set({ ...stateOf(given, before), position: place.position })
      .where(eq(places.name, place.name))
  }
  const named = await tx.select({ id: places.id, name: places.name }).from(places)
  const idOf = (name: string) => named.find((place) => place.name === name)?.id ?? 0
  for (const { way, before } of read.ways) {
    const [from, to] = [idOf(way.from), idOf(way.to)]
    await tx
      .update(ways)
      .set(stateOf(way, before))
      .where(and(eq(ways.from_place_id, Math.min(from, to)), eq(ways.to_place_id, Math.max(from, to))))
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
