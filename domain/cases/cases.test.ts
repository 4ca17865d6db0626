import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { users } from '../accounts/tables.ts'
import { type AdminRole, admin_role_names, may } from '../admin-roles.ts'
import { audit_log } from '../audit/tables.ts'
import { findAnything } from '../desk/find-anything.ts'
import { whatWaits } from '../desk/what-waits.ts'
import { findViolations } from '../invariants/invariants.ts'
import { payments } from '../payments/tables.ts'
import { casesAbout, findCase, listCases } from './case-lists.ts'
import { caseWorkers } from './case-workers.ts'
import { openCase } from './open-case.ts'
import { readSubject } from './subjects.ts'
import { case_notes, cases } from './tables.ts'
import { assignCase, closeCase, noteCase, reopenCase, setCaseDue } from './work-on-case.ts'

const world = await worldOfFile()
let sade: Actor
let tola: Actor
let order_id: number
const people = deliveryWorld(world)
const newAdmin = async (name: string, admin_role: AdminRole = 'support') =>
  ({ ...(await insertAccount(world.deps.db, 'admin', { name, admin_role })), role: 'admin', admin_role }) as Actor

beforeAll(async () => {
  const [order] = await people.paidOrders([await insertVendor(world.deps.db, { name: 'Iya Case' })])
  order_id = order?.id ?? 0
})
beforeEach(async () => {
  sade = await newAdmin('Sade')
  tola = await newAdmin('Tola', 'finance')
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const key = () => randomUUID()
const open = async (subject = `order:${order_id}`, title = 'The soup was cold', words = '') => {
  const made = await openCase(world.deps, sade, { subject, title, words, request_key: key() })
  if (!made.ok) throw new Error(made.reason)
  return made.value.id
}
const found = async (id: number) => {
  const one = await findCase(world.deps.db, id)
  if (!one) throw new Error('no case')
  return one
}
const actionsOf = async (id: number) =>
  (
    await world.deps.db
      .select({ action: audit_log.action })
      .from(audit_log)
      .where(eq(audit_log.subject, `case:${id}`))
      .orderBy(audit_log.id)
  ).map(({ action }) => action)

describe('a case', () => {
  test('is opened, noted, handed on, dated, closed and opened again; all of it is in the audit log', async () => {
    const case_id = await open(undefined, undefined, 'She called twice')
    const done = { ok: true }
    const note = { case_id, words: 'Called the kitchen', request_key: key() }
    expect(await noteCase(world.deps, tola, note)).toMatchObject(done)
    expect(await assignCase(world.deps, sade, { case_id, to: tola.user_id, shown: '' })).toMatchObject(done)
    expect(await setCaseDue(world.deps, tola, { case_id, due: '2030-01-02T09:30', shown: '' })).toMatchObject(done)
    const open_case = await found(case_id)
    expect(open_case).toMatchObject({ about: `order ${order_id}`, has_it: 'Tola', left: null, opened_by: 'Sade' })
    expect(open_case.of.due_at?.toISOString()).toBe('2030-01-02T08:30:00.000Z')
    expect(open_case.notes.map(({ text, who }) => `${who}: ${text}`)).toEqual([
      'Sade: She called twice',
      'Tola: Called the kitchen',
    ])
    const last_note = open_case.notes.at(-1)?.id ?? 0
    expect(await closeCase(world.deps, tola, { case_id, reason: 'She is content', last_note })).toMatchObject(done)
    expect(await noteCase(world.deps, sade, { case_id, words: 'Too late', request_key: key() })).toEqual({
      ...{ ok: false, reason: 'not_allowed', details: { status: 'Closed' } },
    })
    expect(await reopenCase(world.deps, sade, { case_id, reason: 'She called again' })).toMatchObject(done)
    expect(await found(case_id)).toMatchObject({ has_it: 'Tola', of: { status: 'Open', closed_at: null } })
    expect(await actionsOf(case_id)).toEqual([
      'case_opened',
      'case_noted',
      'case_assigned',
      'case_due_set',
      'case_closed',
      'case_reopened',
    ])
  })

  test('of very many notes the latest are read, and the case still closes', async () => {
    const case_id = await open()
    const note = { case_id, text: 'Again', written_by: sade.user_id, written_at: world.clock.now() }
    const keys = Array.from({ length: 201 }, () => ({ ...note, request_key: key() }))
    await world.deps.db.insert(case_notes).values(keys)
    await noteCase(world.deps, sade, { case_id, words: 'The last of them', request_key: key() })
    const { notes } = await found(case_id)
    expect(notes.at(-1)?.text).toBe('The last of them')
    const last_note = notes.at(-1)?.id ?? 0
    expect(await closeCase(world.deps, sade, { case_id, reason: 'Done', last_note })).toMatchObject({ ok: true })
  })

  test.each([
    ['what is not there', { subject: 'order:99999999' }, 'no_subject'],
    ['nobody’s rider', { subject: `rider:${randomUUID()}` }, 'no_subject'],
    ['no number', { subject: 'customer:12' }, 'no_subject'],
    ['another thing', { subject: 'payout:1' }, 'no_subject'],
    ['no title', { title: ' a ' }, 'bad_title'],
    ['words too short', { words: 'a' }, 'bad_words'],
    ['no key', { request_key: 'x' }, 'bad_request_key'],
  ])('about %s is refused', async (_, wrong, reason) => {
    const right = { subject: `order:${order_id}`, title: 'A title', words: '', request_key: key() }
    expect(await openCase(world.deps, sade, { ...right, ...wrong })).toMatchObject({ ok: false, reason })
  })

  test.each(admin_role_names)('is worked on by %s only with the right', async (admin_role) => {
    const somebody = await newAdmin('Somebody', admin_role)
    const wanted = { subject: `order:${order_id}`, title: 'Of a role', words: '', request_key: key() }
    expect((await openCase(world.deps, somebody, wanted)).ok).toBe(may(somebody, 'work_cases'))
    const note = { case_id: await open(), words: 'A note', request_key: key() }
    expect((await noteCase(world.deps, somebody, note)).ok).toBe(may(somebody, 'work_cases'))
  })
})

describe('two people at once', () => {
  test('who write notes each have their line, and a note sent twice is there once', async () => {
    const case_id = await open()
    const twice = { case_id, words: 'Sent twice', request_key: key() }
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => noteCase(world.deps, sade, twice)),
      noteCase(world.deps, tola, { case_id, words: 'From Tola', request_key: key() }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect((await found(case_id)).notes.map(({ text }) => text).toSorted()).toEqual(['From Tola', 'Sent twice'])
    expect(await noteCase(world.deps, sade, { ...twice, words: 'Another text' })).toMatchObject({
      reason: 'bad_request_key',
    })
  })

  test('who open it with one form open one case', async () => {
    const wanted = { subject: `order:${order_id}`, title: 'Pressed thrice', words: 'Once', request_key: key() }
    const opened = await Promise.all([1, 2, 3].map(() => openCase(world.deps, sade, wanted)))
    expect(new Set(opened.map((one) => one.ok && one.value.id)).size).toBe(1)
  })

  test('who both take it: the second is told, and so is who closes past an unread note', async () => {
    const case_id = await open()
    const answers = await Promise.all(
      [sade, tola].map((one) => assignCase(world.deps, one, { case_id, to: one.user_id, shown: '' })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'stale' })
    expect(await setCaseDue(world.deps, sade, { case_id, due: '', shown: '2030-01-01T00:00:00.000Z' })).toMatchObject({
      reason: 'stale',
    })
    await noteCase(world.deps, tola, { case_id, words: 'Wait, she called', request_key: key() })
    const close = { case_id, reason: 'It is over', last_note: 0 }
    expect(await closeCase(world.deps, sade, close)).toMatchObject({ reason: 'stale' })
    const last_note = (await found(case_id)).notes.at(-1)?.id ?? 0
    const closed = await Promise.all([sade, tola].map((one) => closeCase(world.deps, one, { ...close, last_note })))
    expect(closed.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })
})

test('who left, or works on cases no more, has none: it is nobody’s, and nobody gives them another', async () => {
  const case_id = await open()
  await assignCase(world.deps, sade, { case_id, to: tola.user_id, shown: '' })
  await world.deps.db.update(users).set({ suspended_at: world.clock.now() }).where(eq(users.id, tola.user_id))
  expect(await found(case_id)).toMatchObject({ has_it: null, left: 'Tola' })
  const now = world.clock.now()
  const list = { user_id: sade.user_id, subject: null, now, place: null }
  const idsOf = async (filter: 'nobody' | 'mine') =>
    (await listCases(world.deps.db, { ...list, filter })).rows.map(({ of }) => of.id)
  expect(await idsOf('nobody')).toContain(case_id)
  expect((await caseWorkers(world.deps.db)).map(({ user_id }) => user_id)).not.toContain(tola.user_id)
  const again = { case_id, to: tola.user_id, shown: tola.user_id }
  expect(await assignCase(world.deps, sade, again)).toMatchObject({ reason: 'no_such_admin' })
  const mine = { case_id, to: sade.user_id, shown: tola.user_id }
  expect(await assignCase(world.deps, sade, mine)).toMatchObject({ ok: true })
  expect(await idsOf('mine')).toContain(case_id)
  await world.deps.db.update(users).set({ admin_role: 'read_only' }).where(eq(users.id, sade.user_id))
  expect(await found(case_id)).toMatchObject({ has_it: null, left: 'Sade' })
})

test('cases stand with what they are about, in any spelling of a number; number and words find them', async () => {
  const { db } = world.deps
  const [payment] = await db.select().from(payments)
  const about_phone = await open('customer:0809 999 0001', 'Ọ̀rọ̀ about a lost umbrella')
  const about_payment = await open(`payment:${payment?.id}`, 'Was charged twice')
  const idsAbout = async (text: string) => {
    const subject = readSubject(text)
    return subject ? (await casesAbout(db, [subject])).map(({ of }) => of.id) : null
  }
  expect(await idsAbout('customer:+2348099990001')).toEqual([about_phone])
  expect(await idsAbout(`payment:${payment?.id}`)).toEqual([about_payment])
  await noteCase(world.deps, sade, { case_id: about_payment, words: 'The bank says Zenithal', request_key: key() })
  const idsFound = async (text: string) =>
    (await findAnything(db, { role: 'admin', admin_role: 'support' }, text))
      .filter(({ kind }) => kind === 'cases')
      .map(({ id }) => id)
  expect(await idsFound('umbrella lost')).toEqual([about_phone])
  expect(await idsFound('zenithal')).toEqual([about_payment])
  expect(await idsFound(`case ${about_payment}`)).toEqual([about_payment])
})

test('due ones and those that nobody has wait at the desk, each once', async () => {
  const { db } = world.deps
  await db.update(cases).set({ status: 'Closed', closed_at: world.clock.now() })
  const [nobodys, due, later] = [await open(undefined, 'Of nobody'), await open(undefined, 'Due'), await open()]
  for (const case_id of [due, later]) await assignCase(world.deps, sade, { case_id, to: sade.user_id, shown: '' })
  await setCaseDue(world.deps, sade, { case_id: due, due: '2026-01-01T08:00', shown: '' })
  await setCaseDue(world.deps, sade, { case_id: later, due: '2099-01-01T08:00', shown: '' })
  const waiting = await whatWaits(db, world.clock.now(), ['cases_due', 'cases_unassigned'])
  expect(waiting).toMatchObject([
    { kind: 'cases_due', lines: [{ id: due, about: 'Due', name: 'Sade' }] },
    { kind: 'cases_unassigned', lines: [{ id: nobodys, about: 'Of nobody' }] },
  ])
  expect(waiting.map(({ count }) => count)).toEqual([1, 1])
})
