import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { pictureStore } from '../adapters/files/picture-store.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { movableClock } from '../domain/clock.ts'
import { kobo } from '../domain/money.ts'
import { CAMPUS_PLAN, type LaidPlan } from '../domain/places/campus-plan.ts'
import { settings as setting_rows } from '../domain/settings/tables.ts'
import { makeBackup } from '../server/backup/make-backup.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { type Config, readConfig } from '../server/config.ts'
import { startPostgres } from '../server/postgres.ts'

export const SHOPKEEPER = '0b0f7f6e-0000-4000-8000-000000000001'

export const bucket_keys = { access_key_id: 'key', secret_access_key: 'secret' }

/** The settings of a bucket `name` of a store for tests, for pictures (`S3`) or for backups (`BACKUP_S3`). */
export function bucketSettings(kind: 'S3' | 'BACKUP_S3', url: string): Record<string, string> {
  const { access_key_id: ACCESS_KEY_ID, secret_access_key: SECRET_ACCESS_KEY } = bucket_keys
  const settings = { REGION: 'any', ENDPOINT: url, ACCESS_KEY_ID, SECRET_ACCESS_KEY }
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${kind}_${name}`, value]))
}

/** A small shop that runs on a database of its own, with one vendor, one dish, a plan, and pictures of all three. */
export async function openShop(settings: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'chowgate-backup-'))
  // PostgreSQL's user has to get in when the tests run as root.
  chmodSync(root, 0o755)
  const clock = movableClock(new Date('2026-03-10T02:00:00Z'))
  const config = (to = 'backups', data = 'data', more: Record<string, string> = {}): Config => {
    const BACKUP_TO = to.includes('://') ? to : join(root, to)
    return readConfig({ DATA_DIR: join(root, data), BACKUP_TO, ...settings, ...more }, root)
  }
  const postgres = await startPostgres({ data_dir: join(root, 'data'), log: () => {} })
  await migrateDatabase(postgres.url)
  const database = openDatabase(postgres.url, 4)
  const pictures = await pictureStore(config().files)
  const address = await pictures.store(await photo('tan'))
  await database.db
    .insert(vendors)
    .values({ user_id: SHOPKEEPER, email: 'bose@example.com', name: 'Iya Bose', profile_photo: address })
  const food_image = await pictures.store(await photo('red'))
  await database.db.insert(food).values({ vendor_id: SHOPKEEPER, name: 'Amala', price: kobo(1_500_00), food_image })
  const plan = await pictures.store(await photo('white'), '', 'plan')
  const corners = { north_west: { latitude: 7.31, longitude: 5.13 }, south_east: { latitude: 7.3, longitude: 5.15 } }
  const value = { picture: plan, width_px: 800, height_px: 600, ...corners } satisfies LaidPlan
  await database.db.insert(setting_rows).values({ key: CAMPUS_PLAN.key, value, updated_at: clock.now() })
  return {
    root,
    clock,
    config,
    database,
    /** Of the vendor's picture. */
    address,
    backUp(of = config()) {
      clock.advance(3600)
      return makeBackup(of, { clock, app_version: '0.1.0' })
    },
    restore(to: Config, how: { name?: string; over?: boolean } = {}) {
      clock.advance(1)
      return restoreBackup(to, { over: false, now: clock.now(), app_version: '0.1.0', ...how })
    },
    /** What an app that starts on a data folder finds there. */
    async opened<Found>(data: string, look: (found: OpenDatabase) => Promise<Found>): Promise<Found> {
      const server = await startPostgres({ data_dir: join(root, data), log: () => {}, durable: false })
      await migrateDatabase(server.url)
      const found = openDatabase(server.url, 2)
      try {
        return await look(found)
      } finally {
        await found.close()
        await server.stop()
      }
    },
    async close() {
      await database.close()
      await postgres.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export const menuOf = ({ db }: OpenDatabase) => db.select({ name: food.name }).from(food)

const photo = (background: string) =>
  sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
