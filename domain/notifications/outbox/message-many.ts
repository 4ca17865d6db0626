import { createHash } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { brand } from '../../brand.ts'
import { vendors } from '../../catalog/tables.ts'
import { riders } from '../../delivery/tables.ts'
import type { Deps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { parsePhone } from '../../phone.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { quiet_numbers } from '../tables.ts'
import { lostCharacters, plainSms, TWO_PARTS } from '../words/sms-text.ts'
import { queueMessages } from './queue-message.ts'
import { type SmsEstimate, smsEstimate } from './sms-estimate.ts'

/** The lists whose rows can be chosen for a text message: of orders it goes to their customers. */
export const written_lists = ['orders', 'vendors', 'riders'] as const
export type WrittenList = (typeof written_lists)[number]
/** The most that get one text: a page of the longest list. */
export const MOST_WRITTEN_TO = 100
const SHORTEST = 3

/** Why somebody who was chosen gets nothing. */
export type LeftOut = 'gone' | 'no_phone' | 'quiet' | { same_as: string }
/** One who was chosen: what they are called, and why they get nothing, or null. */
export type Chosen = { id: number; what: string; subject: string; phone: string; left: LeftOut | null }

type Wish = { list: WrittenList; ids: readonly number[]; text: string }
type BadText = Refused<'fields', { text: string }>

/** What a text to many will do: who gets it, its whole words, its parts and its cost at most. */
export type WrittenPlan = SmsEstimate & {
  chosen: Chosen[]
  gets: number
  words: string
  /** Changes with the words and with who gets them. */
  print: string
}

/** Who was chosen in a list, in its sequence, and who of them gets nothing; for who may write to them. */
export async function chosenFor(db: Db, actor: Actor, list: WrittenList, ids: readonly number[]): Promise<Chosen[]> {
  if (!may(actor, 'help_customers')) return []
  const wanted = [...new Set(ids)].slice(0, MOST_WRITTEN_TO)
  const found = new Map((await contactsIn(db, list, wanted)).map((one) => [one.id, one]))
  const phones = new Map([...found.values()].map(({ id, phone }) => [id, parsePhone(phone ?? '')]))
  const quiet = await quietAmong(db, list, [...phones.values()])
  const first = new Map<string, string>()
  return wanted.map((id) => {
    const one = found.get(id)
    const phone = phones.get(id) ?? null
    const noun = { orders: 'Order', vendors: 'Kitchen', riders: 'Rider' }[list]
    const what = one?.what ?? `${noun} ${id}`
    const same_as = phone === null ? undefined : first.get(phone)
    if (phone !== null && !same_as) first.set(phone, what)
    const left: LeftOut | null = !one
      ? 'gone'
      : phone === null
        ? 'no_phone'
        : quiet.has(phone)
          ? 'quiet'
          : same_as
            ? { same_as }
            : null
    return { id, what, subject: one?.subject ?? '', phone: phone ?? '', left }
  })
}

/**
 * What a text to these would do (docs/product.md#one-text-to-several). Refused: other roles, none or more than
 * `MOST_WRITTEN_TO`, and words that are too short, too long for two parts, or that no text message can hold.
 */
export async function planMessage(
  db: Db,
  actor: Actor,
  { list, ids, text }: Wish,
): Promise<Accepted<WrittenPlan> | Refused<'not_found' | 'none' | 'full', undefined> | BadText> {
  if (!may(actor, 'help_customers')) return refused('not_found')
  if (ids.length === 0) return refused('none')
  if (ids.length > MOST_WRITTEN_TO) return refused('full')
  const wrong = wrongWords(text)
  if (wrong) return refused('fields', { text: wrong })
  const words = wholeWords(text)
  const chosen = await chosenFor(db, actor, list, ids)
  const gets = chosen.filter(({ left }) => left === null)
  const estimate = await smsEstimate(
    db,
    gets.map(() => words),
  )
  const shown = JSON.stringify([words, gets.map(({ id, phone }) => [id, phone])])
  return accepted({ chosen, gets: gets.length, words, print: printOf(shown), ...estimate })
}

/**
 * Puts one text into the outbox for each who was chosen, each in a commit of its own with its line in the audit log:
 * one who gets nothing holds up no other. A customer who asked for quiet gets nothing. `request_key` with the words
 * makes that a second press sends nothing twice, also after a lost answer, while other words from the same form go out.
 * Answers how many of this press were `written`, who had these words from it `before`, and who is left out. Refused as
 * `planMessage` refuses, and where the words or who gets them are not those of `seen_print`.
 */
export async function messageMany(
  { db, clock }: Deps,
  actor: Actor,
  wish: Wish & { request_key: string; seen_print: string },
): Promise<
  | Accepted<{ written: number; before: number; left: Chosen[] }>
  | Refused<'not_found' | 'none' | 'full' | 'stale', undefined>
  | BadText
> {
  const planned = await planMessage(db, actor, wish)
  if (!planned.ok) return planned
  const { chosen, words, print } = planned.value
  if (print !== wish.seen_print || !z.uuid().safeParse(wish.request_key).success) return refused('stale')
  const now = clock.now()
  const gets = chosen.filter(({ left }) => left === null)
  let written = 0
  for (const one of gets) written += await db.transaction((tx) => writeTo(tx, actor, { ...wish, words, one, now }))
  return accepted({ written, before: gets.length - written, left: chosen.filter(({ left }) => left !== null) })
}

const kinds = { orders: 'message_to_customer_sms', vendors: 'message_to_kitchen_sms', riders: 'message_to_rider_sms' }

/** Answers how many were written: none where the same words went to them from the same form. */
async function writeTo(
  tx: Tx,
  actor: Actor,
  {
    list,
    request_key,
    words,
    one,
    now,
  }: { list: WrittenList; request_key: string; words: string; one: Chosen; now: Date },
): Promise<number> {
  const dedupe_key = `${kinds[list]}:${one.id}:${request_key}:${printOf(words)}`
  const dispensable = list === 'orders' ? ({ dispensable: true } as const) : {}
  const written = await queueMessages(
    tx,
    [{ channel: 'sms', dedupe_key, to: one.phone, text: words, ...dispensable }],
    now,
  )
  if (written === 0) return 0
  await recordAudit(tx, { actor, action: 'message_written', subject: one.subject, now })
  return 1
}

const printOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const wholeWords = (text: string) => plainSms(`${brand.name}: ${text.replace(/\s+/g, ' ').trim()}`)

function wrongWords(text: string): string | null {
  if (text.trim().length < SHORTEST) return `Please write at least ${SHORTEST} characters.`
  const lost = lostCharacters(text)
  if (lost.length > 0) return `A text message cannot hold ${lost.slice(0, 5).join(' ')}.`
  const { length } = wholeWords(text)
  return length > TWO_PARTS ? `With our name this has ${length} characters; two parts hold ${TWO_PARTS}.` : null
}

type Contact = { id: number; what: string; subject: string; phone: string | null }

async function contactsIn(db: Db, list: WrittenList, ids: readonly number[]): Promise<Contact[]> {
  if (ids.length === 0) return []
  if (list === 'orders') {
    const { id, customer_name, customer_phone } = orders
    const rows = await db
      .select({ id, name: customer_name, phone: customer_phone })
      .from(orders)
      .where(inArray(id, [...ids]))
    return rows.map(({ id, name, phone }) => ({ id, what: `${name}, order ${id}`, subject: `order:${id}`, phone }))
  }
  const of = list === 'vendors' ? vendors : riders
  const rows = await db
    .select({ id: of.id, user_id: of.user_id, name: of.name, email: of.email, phone: of.phone })
    .from(of)
    .where(inArray(of.id, [...ids]))
  const kind = list === 'vendors' ? 'vendor' : 'rider'
  return rows.map(({ id, user_id, name, email, phone }) => ({
    ...{ id, phone },
    what: name ?? email,
    subject: `${kind}:${user_id}`,
  }))
}

/** Customers may ask for quiet; what kitchens and riders are told is their work. */
async function quietAmong(db: Db, list: WrittenList, phones: readonly (string | null)[]): Promise<Set<string>> {
  const known = phones.filter((phone) => phone !== null)
  if (list !== 'orders' || known.length === 0) return new Set()
  const rows = await db
    .select({ phone: quiet_numbers.phone })
    .from(quiet_numbers)
    .where(inArray(quiet_numbers.phone, known))
  return new Set(rows.map(({ phone }) => phone))
}
