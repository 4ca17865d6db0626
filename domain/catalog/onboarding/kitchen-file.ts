import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { users } from '../../accounts/tables.ts'
import { formatCsv } from '../../csv.ts'
import { kitchen_files } from '../tables.ts'
import { type PlannedKitchen, planKitchens, type Wrong } from './plan-kitchens.ts'
import { dish_columns, type FileLine, type FileOfKitchens, kitchen_columns, readKitchens } from './read-kitchens.ts'
import { findFile, type KitchenFile, mayTakeIn } from './take-in-kitchens.ts'

const FILES_SHOWN = 10
/** The column in which a file that goes back says what is wrong; read by nobody when it comes again. */
const PROBLEM = 'problem'

/** A line that stays out, and why. */
export type LeftLine = Wrong & { line: FileLine; kitchen: string; dish: string }

/** What would become of a file as the tables are now. */
export type KitchenPlan = {
  row: KitchenFile
  file: FileOfKitchens
  kitchens: PlannedKitchen[]
  left: LeftLine[]
}

/** The files that admins brought lately, the newest first, with who brought them; none for who may not. */
export async function latestFiles(db: Db, actor: Actor) {
  if (!mayTakeIn(actor)) return []
  const { id, name, brought_at, begun_at, done_at, kitchens, seen_to, taken_in } = kitchen_files
  return db
    .select({ id, name, brought_at, begun_at, done_at, kitchens, seen_to, taken_in, by: users.name })
    .from(kitchen_files)
    .leftJoin(users, eq(users.id, kitchen_files.user_id))
    .orderBy(desc(kitchen_files.brought_at))
    .limit(FILES_SHOWN)
}

/** What a file would do now, line by line; null where there is none, and for who may not. */
export async function planOfFile(db: Db, actor: Actor, file_id: string): Promise<KitchenPlan | null> {
  const row = mayTakeIn(actor) ? await findFile(db, file_id) : null
  if (!row) return null
  const read = readKitchens(row.text)
  if (!read.ok) return null
  const file = read.value
  const kitchens = await planKitchens(db, file, file.kitchens)
  const nobodys = file.nobodys.map((line) => ({
    ...{ line, kitchen: '', dish: file.cellOf(line, 'dish') ?? '' },
    ...({ column: 'kitchen', problem: 'The kitchen is missing.' } as const),
  }))
  const left = kitchens.flatMap(({ kitchen, lines }) =>
    lines.flatMap((planned) =>
      'wrong' in planned ? [{ line: planned.line, kitchen: kitchen.name, dish: planned.dish, ...planned.wrong }] : [],
    ),
  )
  const in_sequence = [...nobodys, ...left].sort((one, other) => one.line.line - other.line.line)
  return { row, file, kitchens, left: in_sequence }
}

/** The lines that stay out as a file to correct, each with its problem; it can be brought as it is. */
export function leftAsCsv({ file, left }: KitchenPlan): string {
  const kept = file.header.flatMap((name, place) => (name.toLowerCase() === PROBLEM ? [] : [place]))
  return formatCsv([
    [...kept.map((place) => file.header[place] ?? ''), PROBLEM],
    ...left.map(({ line, problem }) => [...kept.map((place) => line.cells[place] ?? ''), problem]),
  ])
}

/** What such a file looks like. */
export const exampleCsv = (): string =>
  formatCsv([
    [...kitchen_columns, ...dish_columns],
    ...[
      ['Mama Put', '0803 123 4567', 'Buka', 'Shop 7', 'FUTA North Gate', 'Rice and swallow at noon.'],
      ['Mama Put', '', '', '', '', ''],
    ].map((kitchen, place) => [
      ...kitchen,
      ...(place === 0
        ? ['Jollof Rice', '1500', '', 'Rice', 'Size: Small +0 | Large +500', '', '']
        : ['Moi Moi', '500', '', 'Sides', '', 'vegetarian', 'egg']),
    ]),
  ])
