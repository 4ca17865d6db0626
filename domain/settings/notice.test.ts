import { beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { campusInstant } from '../clock.ts'
import { NOTICE, noticeNow } from './notice.ts'
import { saveSetting } from './save-setting.ts'
import { settings } from './tables.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(settings)
})

const check = (words: string, last_day = '') =>
  NOTICE.check({ words, last_day }, { stored: undefined, now: LUNCH_TIME })
const told = (at: Date) => noticeNow(world.deps.db, at)

test('a word holds to the end of its last day, and without one until it is taken away', async () => {
  expect(await told(LUNCH_TIME)).toBeNull()
  const support = await insertAccount(world.deps.db, 'admin', { admin_role: 'support' })
  const typed = { words: ' Exams: we close at 20:00. ', last_day: '2026-12-24' }
  expect(await saveSetting(world.deps, support, NOTICE, { typed, version: '' })).toMatchObject({ ok: true })
  const until = campusInstant('2026-12-25')
  expect(await told(new Date(until.getTime() - 1))).toEqual({ words: 'Exams: we close at 20:00.', until })
  expect(await told(until)).toBeNull()

  await world.deps.db.update(settings).set({ value: { words: 'Welcome!', last_day: '' } })
  expect(await told(new Date('2090-01-01'))).toEqual({ words: 'Welcome!', until: null })
})

test.each([
  ['x'.repeat(161), '', 'words'],
  ['Two\nlines', '', 'words'],
  ['Rain', 'tomorrow', 'last_day'],
  ['Rain', '2026-02-30', 'last_day'],
])('%j until %j is refused beside its field', (words, last_day, field) => {
  expect(check(words, last_day)).toMatchObject({ reason: 'field', details: { field } })
})

test('a word of exactly 160 signs, and none, are taken', () => {
  expect(check('x'.repeat(160), '2026-12-24')).toMatchObject({ ok: true })
  expect(check('')).toMatchObject({ ok: true })
})
