import type pg from 'pg'
import { z } from 'zod'

/** What an export says of itself. */
export const exported_form = z.object({
  format: z.literal(1),
  app_version: z.string(),
  /** When the newest migration of its database was made, by which it is known. */
  migration: z.number(),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()).min(1), rows: z.number().int() })),
})
export type Exported = z.infer<typeof exported_form>

export const manifestIn = 'manifest.json'
export const rowsIn = (table: string) => `${table}.ndjson.gz`

export type Column = { name: string; type: string }

/** Every table and what is written in it; what PostgreSQL computes itself is left out. */
export async function columnsOf(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const tables = new Map<string, Column[]>()
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}
