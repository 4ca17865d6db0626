import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { newToken, type Passwords } from '../../accounts/secrets.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Announce, AnnouncingDeps, Deps } from '../../events.ts'
import { lockLandmark } from '../../places/lock-landmark.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { importRow } from '../menu/menu-csv.ts'
import { keepAveragePrice, lockVendor } from '../own-vendor.ts'
import { kitchen_files, type TakenIn } from '../tables.ts'
import { makeKitchen } from './make-kitchen.ts'
import { cellsOf, type PlannedKitchen, planKitchens } from './plan-kitchens.ts'
import { type FileKitchen, type FileOfKitchens, readKitchens } from './read-kitchens.ts'

/** After so many lines a slice ends, so that whoever waits sees how far it is. */
const LINES_PER_SLICE = 150

export type KitchenFile = typeof kitchen_files.$inferSelect

/** Whether an admin may take kitchens in: who decides who sells, and acts for kitchens. */
export const mayTakeIn = (actor: Actor): boolean => may(actor, 'decide_people') && may(actor, 'act_for_kitchens')

const nothing: TakenIn = { kitchens: 0, added: 0, changed: 0, left: 0 }

/**
 * An admin brings a file of kitchens and menus (docs/product.md#many-kitchens-at-once); nothing is taken in before
 * `takeInKitchens`. Answers its id. Refused: other roles, a file without the columns `kitchen` and `dish`, or with more
 * than 5,000 lines. The same file again, while nobody took it in, is the one that was brought before.
 */
export async function bringKitchenFile(
  { db, clock }: Deps,
  actor: Actor,
  { name, text }: { name: string; text: string },
): Promise<Accepted<{ id: string }> | Refused<'not_found' | 'no_columns' | 'too_long' | 'empty', undefined>> {
  if (!mayTakeIn(actor)) return refused('not_found')
  const read = readKitchens(text)
  if (!read.ok) return read
  const kitchens = read.value.kitchens.length
  if (kitchens + read.value.nobodys.length === 0) return refused('empty')
  const [before] = await db
    .select({ id: kitchen_files.id })
    .from(kitchen_files)
    .where(
      and(
        eq(kitchen_files.user_id, actor.user_id),
        isNull(kitchen_files.begun_at),
        eq(sql`md5(${kitchen_files.text})`, sql`md5(${text})`),
      ),
    )
    .limit(1)
  if (before) return accepted(before)
  const row = { user_id: actor.user_id, name: name.slice(0, 120), text, brought_at: clock.now(), kitchens }
  const [brought] = await db
    .insert(kitchen_files)
    .values({ ...row, taken_in: nothing })
    .returning({ id: kitchen_files.id })
  if (!brought) throw new Error('A file of kitchens was not written')
  return accepted(brought)
}

/**
 * Takes in the next slice of a file: each kitchen in a commit of its own, which makes it, invites its owner by text
 * message, and takes in its dishes; what is wrong stays out. Answers the file as it is then; `done_at` is set after the
 * last slice. Whoever stops in between goes on later; the same file twice makes nothing twice, since kitchens and
 * dishes are known again. Refused: other roles, and a file that is none. Locks a landmark, the file, then its vendor.
 */
export async function takeInKitchens(
  deps: AnnouncingDeps & { passwords: Passwords },
  actor: Actor,
  file_id: string,
): Promise<Accepted<KitchenFile> | Refused<'not_found', undefined>> {
  if (!mayTakeIn(actor)) return refused('not_found')
  let row = await findFile(deps.db, file_id)
  if (!row) return refused('not_found')
  const read = readKitchens(row.text)
  if (!read.ok) return refused('not_found')
  const file = read.value
  // Nobody knows the password behind it: its owner chooses one.
  const password_hash = row.done_at ? '' : await deps.passwords.hash(newToken())
  let lines = 0
  while (!row.done_at && lines < LINES_PER_SLICE) {
    const place: number = row.seen_to
    lines += file.kitchens[place]?.lines.length ?? 0
    row = await seeTo(deps, actor, { file, row, place, password_hash })
  }
  return accepted(row)
}

/** One file, with its text; null for none. */
export async function findFile(db: Db, id: string): Promise<KitchenFile | null> {
  if (!z.uuid().safeParse(id).success) return null
  const [row] = await db.select().from(kitchen_files).where(eq(kitchen_files.id, id))
  return row ?? null
}

type Turn = { file: FileOfKitchens; row: KitchenFile; place: number; password_hash: string }

/** Sees to the kitchen at this place of the file, unless somebody did meanwhile; answers the file as it is then. */
function seeTo(deps: AnnouncingDeps, actor: Actor, { file, row, place, password_hash }: Turn): Promise<KitchenFile> {
  const now = deps.clock.now()
  const kitchen = file.kitchens[place]
  return deps.db.transaction(async (tx) => {
    const [line] = kitchen?.lines ?? []
    if (line) await lockLandmark(tx, (file.cellOf(line, 'landmark') ?? '').trim())
    const mine = eq(kitchen_files.id, row.id)
    const [locked] = await tx.select().from(kitchen_files).where(mine).for('no key update')
    if (!locked || locked.seen_to !== place) return locked ?? { ...row, done_at: now }
    const came = kitchen ? await takeIn(tx, deps.announce, { actor, file, kitchen, password_hash, now }) : nothing
    if (locked.begun_at === null) await recordBegun(tx, actor, locked, now)
    const is_last = place + 1 >= file.kitchens.length
    const [after] = await tx
      .update(kitchen_files)
      .set({
        begun_at: locked.begun_at ?? now,
        seen_to: place + (kitchen ? 1 : 0),
        taken_in: added(locked.taken_in, is_last ? added(came, { ...nothing, left: file.nobodys.length }) : came),
        done_at: is_last ? now : null,
      })
      .where(mine)
      .returning()
    return after ?? locked
  })
}

const added = (one: TakenIn, other: TakenIn): TakenIn => ({
  kitchens: one.kitchens + other.kitchens,
  added: one.added + other.added,
  changed: one.changed + other.changed,
  left: one.left + other.left,
})

function recordBegun(tx: Tx, actor: Actor, { id, name, kitchens }: KitchenFile, now: Date) {
  const after = { file: name, kitchens }
  return recordAudit(tx, { actor, action: 'kitchens_taken_in', subject: `kitchens:${id}`, after, now })
}

type Taking = { actor: Actor; file: FileOfKitchens; kitchen: FileKitchen; password_hash: string; now: Date }

async function takeIn(tx: Tx, announce: Announce, taking: Taking): Promise<TakenIn> {
  const { actor, file, kitchen, password_hash, now } = taking
  const [plan] = await planKitchens(tx, file, [kitchen])
  const all_left = { ...nothing, left: kitchen.lines.length }
  if (!plan || plan.is === 'wrong') return all_left
  const vendor_id =
    plan.is === 'known'
      ? (await lockVendor(tx, plan.vendor_id))?.user_id
      : await makeKitchen(tx, announce, { actor, facts: plan.facts, password_hash, now })
  if (!vendor_id) return all_left
  const came = await takeInDishes(tx, { actor, file, plan, vendor_id, now })
  if (came.added + came.changed > 0) {
    await keepAveragePrice(tx, vendor_id)
    // The kitchen reads it where it reads what else was done for it.
    const after = {
      did: 'Took dishes in from a spreadsheet',
      about: `${came.added} new, ${came.changed} changed`,
    }
    const entry = { actor, action: 'kitchen_acted_for', subject: `vendor:${vendor_id}`, after, now } as const
    if (plan.is === 'known') await recordAudit(tx, entry)
  }
  return { ...came, kitchens: plan.is === 'new' ? 1 : 0 }
}

async function takeInDishes(
  tx: Tx,
  {
    actor,
    file,
    plan,
    vendor_id,
    now,
  }: Omit<Taking, 'kitchen' | 'password_hash'> & {
    plan: PlannedKitchen
    vendor_id: string
  },
): Promise<TakenIn> {
  // The kitchen's history names the admin, as where one acts for it.
  const { user_id, email } = actor
  const acting: Actor = { user_id, email, role: 'vendor', kitchen: { vendor_id, role: 'support' } }
  const came = { ...nothing }
  for (const planned of plan.lines) {
    if ('wrong' in planned) came.left += 1
    else if (planned.outcome === 'added' || planned.outcome === 'changed') {
      const outcome = await importRow(tx, acting, vendor_id, cellsOf(file, planned.line), now)
      if (typeof outcome !== 'string') came.left += 1
      else if (outcome !== 'unchanged') came[outcome] += 1
    }
  }
  return came
}
