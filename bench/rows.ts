import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { figure, table } from './markdown.ts'
import { playInScratchDatabase } from './peak.ts'
import type { Section } from './section.ts'

/** Two lunches that differ in their orders alone: what is there in both is no order's. */
const FEW = 60
const MANY = 260
const LUNCH = { seed: 5, riders: 24, minutes: 120, lunches_before: 0 }

type Size = { rows: number; bytes: number }

/** What an order leaves behind, from the form to the door: rows and bytes of each table. */
export async function measureRows(): Promise<Section> {
  const few = await sizesAfter(FEW)
  const many = await sizesAfter(MANY)
  const each = [...many]
    .map(([name, { rows, bytes }]) => ({
      name,
      rows: (rows - (few.get(name)?.rows ?? 0)) / (MANY - FEW),
      bytes: (bytes - (few.get(name)?.bytes ?? 0)) / (MANY - FEW),
    }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => other.bytes - one.bytes)
  const sum = (of: 'rows' | 'bytes') => each.reduce((all, one) => all + one[of], 0)
  return {
    name: 'rows',
    failed: false,
    text: [
      '## What an order leaves behind',
      `Two played lunches, of ${FEW} and of ${MANY} delivered orders: what the second has more, for each order. ` +
        'Bytes are with all indexes, as they lie on the disk. Nothing is sent in them, so what is noted of sending ' +
        '(webhooks, submissions of text messages, the mirror of the provider) is missing.',
      table(
        ['table', 'rows', 'bytes'],
        [
          ...each.map(({ name, rows, bytes }) => [`\`${name}\``, figure(rows, 2), figure(bytes)]),
          ['in all', figure(sum('rows'), 1), figure(sum('bytes'))],
        ],
      ),
    ].join('\n\n'),
  }
}

async function sizesAfter(orders: number): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>()
  await playInScratchDatabase({ ...LUNCH, orders }, async (db) => {
    for (const { name, rows, bytes } of await readSizes(db)) sizes.set(name, { rows, bytes })
  })
  return sizes
}

async function readSizes(db: Db): Promise<(Size & { name: string })[]> {
  // Counted, because statistics come late; and without what updates left behind.
  await db.execute(sql`vacuum full`)
  const { rows } = await db.execute<Size & { name: string }>(sql`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes, (xpath(
      '/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')
    ))[1]::text::int as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return rows
}
