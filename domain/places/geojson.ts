import { z } from 'zod'
import { readJson } from '../plain-text.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { WholeCampus } from './admin-campus.ts'
import { NO_MEETING_AT_A_JUNCTION, type PlaceValues, place_kind, place_name } from './place-form.ts'
import type { PlannedWay } from './plant-campus.ts'
import { ONE_HOUR_MISSING, SAME_HOURS, WRONG_MINUTES } from './save-way.ts'

/** A campus of 400 places and ways is half of this. */
export const MOST_FEATURES = 800

/** A place of a file. What the file leaves out stays as it is. */
export type FilePlace = Pick<PlaceValues, 'name' | 'latitude' | 'longitude'> &
  Partial<Pick<PlaceValues, 'kind' | 'landmark' | 'meeting_point' | 'verified' | 'position'>> &
  FileState

/** Closed for now; and retired, which it is only if the file says so: what it names otherwise is brought back. */
type FileState = { closed?: boolean; retired?: boolean }
export type FileWay = PlannedWay & FileState

/** With the number of its feature, counted from one as people do. */
export type Numbered<Read> = { feature: number; read: Read }
export type WrongFeature = { feature: number; name: string; problem: string }
export type CampusFile = { places: Numbered<FilePlace>[]; ways: Numbered<FileWay>[]; wrong: WrongFeature[] }

const no_coordinates = 'A place has a longitude and a latitude, in figures.'
const degreesTo = (limit: number) => z.number(no_coordinates).min(-limit, wrongDegrees).max(limit, wrongDegrees)
const wrongDegrees = 'The coordinates are not on the earth: longitude first, then latitude.'
const WRONG_POSITION = 'position is a whole number from 0 to 999.'
const yes_or_no = (name: string) => z.boolean(`${name} is true or false.`).optional()

const place_feature = z
  .object({
    geometry: z.object({
      coordinates: z.tuple([degreesTo(180), degreesTo(90)], no_coordinates).rest(z.unknown()),
    }),
    properties: z.object(
      {
        name: place_name,
        kind: place_kind.optional(),
        landmark: yes_or_no('landmark'),
        meeting_point: yes_or_no('meeting_point'),
        verified: yes_or_no('verified'),
        position: z.int(WRONG_POSITION).min(0, WRONG_POSITION).max(999, WRONG_POSITION).optional(),
        closed: yes_or_no('closed'),
        retired: yes_or_no('retired'),
      },
      'A place has a name among its properties.',
    ),
  })
  .transform(({ geometry, properties }): FilePlace => {
    const [longitude, latitude] = geometry.coordinates
    const { name, kind, landmark, meeting_point, verified, position, closed, retired } = properties
    return {
      name,
      latitude,
      longitude,
      ...(kind !== undefined && { kind }),
      ...(landmark !== undefined && { landmark }),
      ...(meeting_point !== undefined && { meeting_point }),
      ...(verified !== undefined && { verified }),
      ...(position !== undefined && { position }),
      ...(closed !== undefined && { closed }),
      ...(retired && { retired }),
    }
  })
  .refine(({ kind, meeting_point }) => !(kind === 'junction' && meeting_point), NO_MEETING_AT_A_JUNCTION)

const minutes = (name: string) => {
  const said = `${name}: ${WRONG_MINUTES}`
  return z.int(said).min(1, said).max(120, said)
}
const hour = z
  .string('A closing hour is a text like "22:00".')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A closing hour is written like 22:00.')
  .nullish()
  .transform((value) => value ?? null)

const way_feature = z
  .object({
    properties: z.object({
      from: place_name,
      to: place_name,
      walk_minutes: minutes('walk_minutes'),
      ride_minutes: minutes('ride_minutes')
        .nullish()
        .transform((value) => value ?? null),
      closed_from: hour,
      closed_until: hour,
      closed: yes_or_no('closed'),
      retired: yes_or_no('retired'),
    }),
  })
  .transform(({ properties: { closed, retired, ...way } }): FileWay & { closed_from: string | null } => ({
    ...way,
    ...(closed !== undefined && { closed }),
    ...(retired && { retired }),
  }))
  .refine(({ from, to }) => from.toLowerCase() !== to.toLowerCase(), 'It leads from a place to itself.')
  .refine((way) => (way.closed_from === null) === (way.closed_until === null), ONE_HOUR_MISSING)
  .refine(({ closed_from, closed_until }) => closed_from === null || closed_from !== closed_until, SAME_HOURS)

const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })

/** What tells what a feature is, before it is read. */
const outline = z.object({
  geometry: z.object({ type: z.string() }).nullish(),
  properties: z.object({ name: z.unknown(), from: z.unknown(), to: z.unknown() }).partial().nullish(),
})

/**
 * Reads a campus from GeoJSON: points are places, lines are ways between places named as in the file or on the campus.
 * Wrong features are told and left out. Refuses what is no collection of features, and more than MOST_FEATURES of them.
 */
export function readCampusFile(text: string): Accepted<CampusFile> | Refused<'not_geojson' | 'too_many', undefined> {
  const parsed = collection.safeParse(readJson(text))
  if (!parsed.success) return refused('not_geojson')
  const { features } = parsed.data
  if (features.length > MOST_FEATURES) return refused('too_many')
  const file: CampusFile = { places: [], ways: [], wrong: [] }
  for (const [index, found] of features.entries()) readFeature(found, index + 1, file)
  return accepted(file)
}

function readFeature(found: unknown, feature: number, file: CampusFile): void {
  const about = outline.safeParse(found)
  const { geometry, properties } = about.data ?? {}
  const leave = (problem: string) => file.wrong.push({ feature, name: nameOf(properties), problem })
  if (!about.success) return void leave('It is no feature of GeoJSON.')
  if (geometry?.type === 'Point') {
    const place = place_feature.safeParse(found)
    if (place.success) file.places.push({ feature, read: place.data })
    else leave(firstProblem(place.error))
    return
  }
  if (geometry && geometry.type !== 'LineString') {
    return void leave(`A ${geometry.type.slice(0, 40)} is neither a place nor a way: only points and lines are read.`)
  }
  const way = way_feature.safeParse(found)
  if (way.success) file.ways.push({ feature, read: way.data })
  else leave(properties?.from && properties.to ? firstProblem(way.error) : 'A way names two places: from and to.')
}

const firstProblem = (error: z.ZodError) => error.issues[0]?.message ?? 'It cannot be read.'

function nameOf(properties: z.output<typeof outline>['properties']): string {
  const { name, from, to } = properties ?? {}
  const ends = [from, to].filter((end) => typeof end === 'string')
  return (typeof name === 'string' ? name : ends.join(' – ')).slice(0, 80)
}

/**
 * All of the campus as a GeoJSON file, as `readCampusFile` reads it: also what is closed for now, and what is retired.
 */
export function campusFile(campus: WholeCampus): string {
  const places = [...campus.places, ...campus.retired]
  const place_of = new Map(places.map((place) => [place.id, place]))
  const lines = [...campus.ways, ...campus.retired_ways, ...campus.idle_ways].flatMap((way) => {
    const [from, to] = [place_of.get(way.from_place_id), place_of.get(way.to_place_id)]
    if (!from || !to) return []
    const { walk_minutes, ride_minutes, closed_from, closed_until } = way
    const hours = { walk_minutes, ride_minutes, closed_from, closed_until }
    const properties = { from: from.name, to: to.name, ...hours, ...stateOf(way) }
    return [{ properties, line: [from, to].map(({ longitude, latitude }) => [longitude, latitude]) }]
  })
  const features = [
    ...places.map((place) => {
      const { name, kind, latitude, longitude, landmark, meeting_point, verified, position } = place
      const values = { name, kind, latitude, longitude, landmark, meeting_point, verified, position }
      return placeFeature({ ...values, ...stateOf(place) })
    }),
    ...lines.map(({ properties, line }) => wayFeature(properties, { type: 'LineString', coordinates: line })),
  ]
  return collectionOf(features, '\n')
}

const stateOf = ({ closed_at, retired_at }: { closed_at: Date | null; retired_at: Date | null }): FileState => ({
  closed: closed_at !== null,
  ...(retired_at && { retired: true }),
})

/** What was read, as a short file that reads the same. */
export function shortFile(places: readonly FilePlace[], ways: readonly FileWay[]): string {
  return collectionOf([...places.map(placeFeature), ...ways.map((way) => wayFeature(way, null))], '')
}

function placeFeature({ latitude, longitude, ...properties }: FilePlace) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
}

function wayFeature(properties: FileWay, geometry: object | null) {
  return { type: 'Feature', geometry, properties }
}

/** One feature a line, so that two files can be compared. */
function collectionOf(features: readonly object[], line_end: string): string {
  const lines = features.map((feature) => JSON.stringify(feature)).join(`,${line_end}`)
  return `{"type":"FeatureCollection","features":[${line_end}${lines}${line_end}]}${line_end}`
}
