import { eq, sql } from 'drizzle-orm'
import { callRiders, openVendors } from '../bench/peak/peak-people.ts'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { createAccount } from '../domain/accounts/create-account.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { riders } from '../domain/delivery/tables.ts'
import { type Kobo, kobo } from '../domain/money.ts'
import { parsePhone } from '../domain/phone.ts'
import { places, ways } from '../domain/places/tables.ts'
import { createPromotion } from '../domain/promotions/create-promotion.ts'
import { BY_ITSELF } from '../domain/promotions/referrals/own-code.ts'
import { REFERRALS } from '../domain/promotions/referrals/referral-settings.ts'
import { promotions } from '../domain/promotions/tables.ts'
import { reactions } from '../domain/reactions.ts'
import { DELIVERY_SETTINGS } from '../domain/settings/definitions.ts'
import { settings } from '../domain/settings/tables.ts'
import { ada } from '../test/ada.ts'

/** A Tuesday at 12:00 on the campus. */
export const NOON = new Date('2026-03-10T11:00:00Z')

export type Kitchen = { actor: Actor; dish: { name: string; price_kobo: Kobo } }
/** Everybody but the customers, who have no accounts. */
export type Campus = { kitchens: Kitchen[]; riders: Actor[]; admins: Actor[]; restore: string }

/** Few, so that they are in each other's way. */
const KITCHENS = 2
const RIDERS = 2
const ADMINS = 2
/** The form of a promotion that counts always and for everybody. */
export const no_limits = {
  ...{ taken: 'code' as const, days: [], hours_from: '', hours_until: '' },
  ...{ percent: '', amount: '', minimum: '', first_order_only: false, from: '', until: '' },
  ...{ budget: '', most_uses: '', most_uses_each: '' },
}
/** Whose code for friends is there from the beginning. */
export const BRINGER = { ...ada, firstName: 'Bisi', email: 'bisi@example.com', phone: '0803 777 7777' }

/** The code that counts once. */
export const FOR_ONE = 'FORONE'
/** With limits that a story reaches. */
const promotions_there = [
  { code: FOR_ONE, kind: 'amount', amount: '300', most_uses: '1' },
  { code: 'SIMULATED33', kind: 'percent', percent: '33', most_uses: '2' },
  { code: 'FREERIDE', kind: 'free_delivery', budget: '1500' },
  { code: '', taken: 'itself', kind: 'free_delivery', first_order_only: true, most_uses: '2' },
] as const
/** The same of the first kitchen's own. */
const kitchen_promotions = [
  { code: 'KITCHEN25', kind: 'percent', percent: '25', budget: '2000', most_uses_each: '3' },
  { code: 'KITCHENRIDE', kind: 'free_delivery', most_uses: '3' },
  { code: '', taken: 'itself', kind: 'amount', amount: '200', minimum: '3000', budget: '1000', hours_until: '12:30' },
] as const
const bank = { bank_name: 'Access Bank', bank_code: '044', account_number: '0690000031' }

/**
 * Fills a migrated, empty database with kitchens, riders and admins, the same in each. `restore` brings it back to
 * that, which is quicker than a new database.
 */
export async function fillCampus(db: Db): Promise<Campus> {
  await numberInsteadOfChance(db)
  const announce = reactions({ public_url: 'http://localhost:3000' })
  const kitchens = (await openVendors(db)).slice(0, KITCHENS)
  await openGate(db, kitchens[0]?.actor.user_id ?? '')
  await db.update(vendors).set({ ...bank, account_name: 'BOSE', bank_changed_at: null })
  const called = await callRiders(db, announce, RIDERS, NOON)
  const phone = '+2348031112222'
  await db.update(riders).set({ ...bank, account_name: 'MUSA BELLO', bank_changed_at: null, phone })
  const admins: Actor[] = []
  for (let index = 0; index < ADMINS; index++) {
    const email = `admin-${index}@example.com`
    const account = {
      email,
      name: `Admin ${index}`,
      role: 'admin',
      admin_role: 'owner',
      password_hash: '-',
      email_verified: true,
    } as const
    const user_id = await db.transaction((tx) => createAccount(tx, announce, account, NOON))
    if (user_id) admins.push({ user_id, role: 'admin', admin_role: 'owner', email })
  }
  for (const { actor } of kitchens) {
    await db.update(vendors).set({ commission_percent: null }).where(eq(vendors.user_id, actor.user_id))
  }
  const deps = { db, clock: { now: () => NOON } }
  const made_by = [
    [admins[0], promotions_there],
    [kitchens[0]?.actor, kitchen_promotions],
  ] as const
  for (const [maker, there] of made_by) {
    for (const promotion of there) if (maker) await createPromotion(deps, maker, { ...no_limits, ...promotion })
  }
  await bringFriends(db)
  return { kitchens, riders: called.map(({ actor }) => actor), admins, restore: await restoreFrom(db) }
}

/** Two a month at most, so that a third is one too many. */
async function bringFriends(db: Db): Promise<void> {
  const value = { ...REFERRALS.default, offered: 'yes', most_each_month: 2 }
  await db.insert(settings).values({ key: REFERRALS.key, value, updated_at: NOON })
  const terms = { kind: 'amount', amount: kobo(300_00), minimum: kobo(1_000_00), first_order_only: true } as const
  const made = { starts_at: NOON, created_at: NOON, created_by: BY_ITSELF }
  await db.insert(promotions).values({ ...terms, ...made, code: 'FRIENDS22', owner_phone: parsePhone(BRINGER.phone) })
}

/** A gate half way from Ada's hall to a kitchen, where the delivery costs less: kilometres are dear (decision 151). */
async function openGate(db: Db, kitchen_id: string): Promise<void> {
  const [hall] = await db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
  const [near] = await db
    .select({ latitude: places.latitude, longitude: places.longitude })
    .from(vendors)
    .innerJoin(places, eq(places.name, vendors.landmark))
    .where(eq(vendors.user_id, kitchen_id))
  if (!hall || !near) throw new Error('The hall or the kitchen is nowhere')
  const at = { latitude: (hall.latitude + near.latitude) / 2, longitude: (hall.longitude + near.longitude) / 2 }
  const [gate] = await db
    .insert(places)
    .values({ name: 'Jadesola Gate', kind: 'gate', ...at })
    .returning()
  const minutes = { walk_minutes: 5, ride_minutes: 2 }
  await db.insert(ways).values({ from_place_id: hall.id, to_place_id: gate?.id ?? 0, ...minutes })
  const value = { ...DELIVERY_SETTINGS.default, per_km_kobo: kobo(2_000_00) }
  await db.insert(settings).values({ key: DELIVERY_SETTINGS.key, value, updated_at: NOON })
}

/** Row ids that the database draws by chance become numbers in sequence: a seed makes the same ones each time. */
async function numberInsteadOfChance(db: Db): Promise<void> {
  const { rows } = await db.execute<{ at: string; column: string }>(sql`
    select format('%I.%I', table_schema, table_name) as at, format('%I', column_name) as column
    from information_schema.columns where table_schema = 'public' and column_default = 'gen_random_uuid()'`)
  const columns = rows.map(({ at, column }) => `alter table ${at} alter ${column} set default next_uuid()`)
  await db.execute(
    sql.raw(`create sequence uuids;
      create function next_uuid() returns uuid language sql as $$
        select overlay(overlay(md5(nextval('public.uuids')::text) placing '4' from 13) placing '8' from 17)::uuid $$;
      ${columns.join(';')}`),
  )
}

const truncateFilled = `do $$ begin
  execute (select 'truncate ' || string_agg(oid::regclass::text, ', ') || ' cascade' from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0);
end $$`

/** The statements that bring every table and sequence back to what it holds now. */
async function restoreFrom(db: Db): Promise<string> {
  const { rows } = await db.execute<{ at: string; own: string; columns: string }>(sql`
    select format('%I', c.table_name) as at, format('kept.%I', c.table_name) as own,
      string_agg(format('%I', c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by c.table_name`)
  await db.execute(
    sql.raw(`create schema kept;${rows.map(({ at, own }) => `create table ${own} as table ${at}`).join(';')}`),
  )
  const filled = []
  for (const table of rows) {
    const { rows: some } = await db.execute(sql.raw(`select 1 from ${table.own} limit 1`))
    if (some.length > 0) filled.push(table)
  }
  const { rows: sequences } = await db.execute<{ name: string; last: string | null }>(sql`
    select format('%I', sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`)
  return [
    'begin',
    'set local session_replication_role = replica',
    // What is deleted would leave gaps, and rows that are alike come in the sequence in which they lie.
    truncateFilled,
    ...filled.map(
      ({ at, own, columns }) => `insert into ${at} (${columns}) overriding system value select ${columns} from ${own}`,
    ),
    ...sequences.map(({ name, last }) => `select setval('${name}', ${last ?? 1}, ${last !== null})`),
    'commit',
  ].join(';')
}
