import { and, asc, count, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { type Acting, may } from '../admin-roles.ts'
import type { Clock } from '../clock.ts'
import { readContact } from '../orders/match-contact.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { saved_views } from './tables.ts'

type Deps = { db: Db; clock: Clock }

/** The lists that can be saved as somebody likes them, by their names in the address. */
export const viewed_lists = [
  ...(['orders', 'transactions', 'vendors', 'payout', 'riders', 'cases', 'claims', 'messages', 'ratings'] as const),
  ...(['review', 'refunds', 'referrals', 'reconciliation', 'audit'] as const),
] as const
export type ViewedList = (typeof viewed_lists)[number]

/** So many of one list an admin has at most. */
export const MOST_VIEWS = 20

const view_form = z.object({
  list: z.enum(viewed_lists),
  name: z.string().trim().min(1).max(40),
  query: z.string().max(500),
  shared: z.boolean(),
})

/** What of an address is how a list looks; the rest is where somebody is in it, and what they have opened. */
const kept_parts = ['q', 'status', 'sort', 'rows', 'from', 'to', 'hide']
/** What else narrows a list. */
const own_parts: Partial<Readonly<Record<ViewedList, readonly string[]>>> = {
  orders: ['vendor'],
  messages: ['channel'],
  audit: ['actor', 'action', 'subject'],
}
const partsOf = (list: ViewedList) => [...kept_parts, ...(own_parts[list] ?? [])]
/** Under which a customer may have been looked for: “0803 123 4567”, “customer:+2348031234567”. */
const searched_parts = ['q', 'subject']

export type SavedView = {
  id: number
  name: string
  query: string
  shared: boolean
  mine: boolean
  /** Who made it, also where they left. */
  owner: string
  /** Whether whoever looks can remove it. */
  may_drop: boolean
}

/** The views of a list that an admin can open, by their names: their own, and what others share. */
export async function viewsOf(db: Db, actor: Acting, list: ViewedList): Promise<SavedView[]> {
  const rows = await db
    .select({ view: saved_views, name: users.name, email: users.email, left_at: users.suspended_at })
    .from(saved_views)
    .innerJoin(users, eq(users.id, saved_views.owner_id))
    .where(and(eq(saved_views.list, list), or(eq(saved_views.owner_id, actor.user_id), saved_views.shared)))
    .orderBy(asc(saved_views.name), asc(saved_views.id))
  return rows.map(({ view: { id, name, query, shared, owner_id }, ...owner }) => ({
    ...{ id, name, query, shared },
    mine: owner_id === actor.user_id,
    owner: (owner.name || owner.email) + (owner.left_at ? ', who left' : ''),
    may_drop: owner_id === actor.user_id || may(actor, 'manage_admins'),
  }))
}

/**
 * Keeps how a list looks under a name, `shared` with other admins or not; under a name that this admin has there
 * already, it takes its place. What is opened, and on which page, is no part of it, nor of a shared one a customer's
 * number or mail address that was searched for. Refused is a name without a letter or of more than 40, and the 21st
 * view of a list.
 */
export async function saveView(
  { db, clock }: Deps,
  actor: Acting,
  asked: { list: string; name: string; query: string; shared: boolean },
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_name' | 'too_many', undefined>> {
  if (!may(actor, 'keep_views')) return refused('not_found')
  const form = view_form.safeParse(asked)
  if (!form.success) return refused(form.error.issues.some(({ path }) => path[0] === 'name') ? 'bad_name' : 'not_found')
  const { list, name, shared } = form.data
  const parts = partsOf(list)
  const query = new URLSearchParams([...new URLSearchParams(form.data.query)].filter(([part]) => parts.includes(part)))
  if (shared) {
    const isContact = (text: string) => readContact(text.trim().replace(/^customer[: ]/i, '')) !== null
    for (const part of searched_parts) if (query.getAll(part).some(isContact)) query.delete(part)
  }
  const owner_id = actor.user_id
  const saved = { query: query.toString(), shared, saved_at: clock.now() }
  return db.transaction(async (tx) => {
    const own = and(eq(saved_views.owner_id, owner_id), eq(saved_views.list, list))
    const [has] = await tx.select({ views: count() }).from(saved_views).where(own)
    const [same] = await tx
      .select({ id: saved_views.id })
      .from(saved_views)
      .where(and(own, eq(saved_views.name, name)))
    if (!same && (has?.views ?? 0) >= MOST_VIEWS) return refused('too_many')
    await tx
      .insert(saved_views)
      .values({ owner_id, list, name, ...saved })
      .onConflictDoUpdate({ target: [saved_views.owner_id, saved_views.list, saved_views.name], set: saved })
    return accepted(undefined)
  })
}

/**
 * Forgets a view. Refused where it is none of this admin's own, unless it is shared and they decide about admins, as
 * one whose owner left; whoever opened it keeps what they look at.
 */
export async function dropView(
  { db }: Deps,
  actor: Acting,
  view_id: number,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!may(actor, 'keep_views') || !Number.isSafeInteger(view_id)) return refused('not_found')
  const dropped = await db
    .delete(saved_views)
    .where(
      and(
        eq(saved_views.id, view_id),
        or(eq(saved_views.owner_id, actor.user_id), may(actor, 'manage_admins') ? saved_views.shared : undefined),
      ),
    )
    .returning({ id: saved_views.id })
  return dropped.length > 0 ? accepted(undefined) : refused('not_found')
}
