import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { plantCampus } from '../domain/places/plant-campus.ts'
import { ways } from '../domain/places/tables.ts'
import { settings } from '../domain/settings/tables.ts'
import { demo_places, demo_ways } from './places.ts'
import { fillDemoCampus } from './seed.ts'

type Deps = Parameters<typeof fillDemoCampus>[0]

const KEY = 'demo_campus'

/**
 * Fills an empty database with the demo campus, and starts over if an earlier filling was interrupted. A database with
 * vendors of its own is left alone.
 */
export async function ensureDemoCampus(deps: Deps): Promise<void> {
  const [mark] = await deps.db.select().from(settings).where(eq(settings.key, KEY))
  const cut_short = mark?.value === 'filling'
  const [someone] = await deps.db.select({ id: vendors.id }).from(vendors).limit(1)
  if (someone && !cut_short) return mark ? drawMissingWays(deps.db) : undefined
  deps.say('Filling the database with the demo campus (first start only)…')
  if (cut_short) await emptyEveryTable(deps.db)
  await markAs(deps.db, 'filling')
  await fillDemoCampus(deps)
  await markAs(deps.db, 'filled')
}

/** A demo of before there were ways gets them; its own places stay. */
async function drawMissingWays(db: Db): Promise<void> {
  const [way] = await db.select({ id: ways.id }).from(ways).limit(1)
  if (!way) await db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))
}

/** Deletes every row. Only ever called for a demo. */
export async function emptyEveryTable(db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  await db.execute(sql.raw(`truncate ${rows.map((row) => row.name).join(', ')} restart identity cascade`))
}

async function markAs(db: Db, value: 'filling' | 'filled'): Promise<void> {
  await db.insert(settings).values({ key: KEY, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}
