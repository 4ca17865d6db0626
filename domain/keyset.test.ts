import { bigint, numeric, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'
import { keyset, type Place, placeIn } from './keyset.ts'

const things = pgTable('things', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  key: uuid('key').notNull(),
  made_at: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull(),
  price: numeric('price', { precision: 12, scale: 2, mode: 'number' }).notNull(),
})
type Thing = typeof things.$inferSelect

const SIZE = 5
const database = await databaseOfFile()

beforeAll(async () => {
  await database.pool.query(
    'create table things (id bigint primary key, key uuid, made_at timestamptz, price numeric(12,2))',
  )
  // Thirteen things, three per minute.
  await database.db.insert(things).values(
    Array.from({ length: 13 }, (_, place) => ({
      id: place + 1,
      key: `00000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`,
      made_at: new Date(Date.UTC(2026, 2, 10, 11, Math.floor(place / 3))),
      price: 100 * place,
    })),
  )
})

const sorts = {
  'by a number': [{ column: things.id, kind: 'number', of: (row: Thing) => row.id }],
  'by a time that others share': [
    { column: things.made_at, kind: 'instant', of: (row: Thing) => row.made_at },
    { column: things.key, kind: 'uuid', of: (row: Thing) => row.key },
  ],
  'by money': [{ column: things.price, kind: 'kobo', of: (row: Thing) => row.price * 100 }],
} as const

describe.each(Object.entries(sorts))('a list %s', (_, keys) => {
  async function look(place: Place | null) {
    const walk = keyset<Thing>(keys, place, SIZE)
    const rows = await database.db
      .select()
      .from(things)
      .where(walk.where)
      .orderBy(...walk.order)
      .limit(walk.limit)
    const page = walk.page(rows)
    return { ...page, ids: page.rows.map(({ id }) => id) }
  }
  const older = (cursor: string | null) => look(cursor === null ? null : { side: 'after', cursor })
  const newer = (cursor: string | null) => look(cursor === null ? null : { side: 'before', cursor })

  test('is walked to its end and back, every row once', async () => {
    const first = await look(null)
    expect(first).toMatchObject({ ids: [13, 12, 11, 10, 9], before: null })
    const second = await older(first.after)
    expect(second.ids).toEqual([8, 7, 6, 5, 4])
    const third = await older(second.after)
    expect(third).toMatchObject({ ids: [3, 2, 1], after: null })
    const back = await newer(third.before)
    expect(back.ids).toEqual([8, 7, 6, 5, 4])
    expect(await newer(back.before)).toMatchObject({ ids: [13, 12, 11, 10, 9], before: null })
  })

  const no_day = '2026-02-30T11:00:00.000Z~00000000-0000-4000-8000-000000000001'
  test.each(['x', '~', '1~2~3', '-1', '2026-13-45T99:99:99.000Z~x', no_day, "1' or true --", '9'.repeat(30)])(
    'begins at its beginning where the address says %s',
    async (cursor) => {
      for (const side of ['after', 'before'] as const) {
        expect((await look({ side, cursor })).ids).toEqual([13, 12, 11, 10, 9])
      }
    },
  )

  test('takes as many figures as its column holds, or begins at its beginning', async () => {
    expect((await older('9'.repeat(12))).ids).toHaveLength(5)
    expect((await older('9'.repeat(15))).ids).toHaveLength(5)
  })

  test('ends behind its last row', async () => {
    const last = await older((await older((await look(null)).after)).after)
    expect(last.after).toBeNull()
  })
})

test('the place stands in the address', () => {
  expect(placeIn(new URLSearchParams('q=jollof&after=12'))).toEqual({ side: 'after', cursor: '12' })
  expect(placeIn(new URLSearchParams('before=12'))).toEqual({ side: 'before', cursor: '12' })
  expect(placeIn(new URLSearchParams('after='))).toBeNull()
})
