import { anyOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import type { Setting } from './setting.ts'
import { settings } from './tables.ts'

type Row = typeof settings.$inferSelect

/** What an admin saved, else the default. Throws if the row is invalid and money depends on it. */
export async function readSetting<Value>(db: Db | Tx, setting: Setting<Value, never>): Promise<Value> {
  return settingIn(await rowsOf(db, [setting.key]), setting)
}

/** The same for several settings, in one query. */
export async function readSettings<Wanted extends readonly Setting<unknown, never>[]>(
  db: Db | Tx,
  wanted: readonly [...Wanted],
): Promise<{ [Place in keyof Wanted]: Wanted[Place]['default'] }> {
  const rows = await rowsOf(
    db,
    wanted.map(({ key }) => key),
  )
  return wanted.map((setting) => settingIn(rows, setting)) as { [Place in keyof Wanted]: Wanted[Place]['default'] }
}

/** The value that a setting's form shows; the default if the row is invalid, so that it can be corrected. */
export async function savedSetting<Value>(
  db: Db | Tx,
  setting: Setting<Value, never>,
): Promise<{ value: Value; version: string }> {
  const [row] = await rowsOf(db, [setting.key])
  return { value: (row && setting.read(row.value)) ?? setting.default, version: versionOf(row) }
}

/** The version that a form carries along: when the setting was saved, empty for never. */
export const versionOf = (row: Row | undefined): string => row?.updated_at.toISOString() ?? ''

const rowsOf = (db: Db | Tx, keys: string[]) => rowsByKey(db, { keys })

const rowsByKey = kept((db, { keys }: Given<{ keys: string[] }>) =>
  db.select().from(settings).where(anyOf(settings.key, keys)),
)

/** The value of a setting among rows that were read with something else. Throws as `readSetting` does. */
export function settingIn<Value>(rows: readonly Pick<Row, 'key' | 'value'>[], setting: Setting<Value, never>): Value {
  const row = rows.find(({ key }) => key === setting.key)
  const value = row ? setting.read(row.value) : setting.default
  if (value === null && setting.no_guess) throw new Error(`The setting ${setting.key} holds nonsense`)
  return value ?? setting.default
}
