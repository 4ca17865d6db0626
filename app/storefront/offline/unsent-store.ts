import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Fields, Sent } from './what-is-sent.ts'

/** What a customer sent without a line: kept until our server has it, or until they throw it away. */
export type Unsent = Sent & {
  id: string
  /** The page whose form it was. */
  path: string
  /** Empty for what does not go by itself. */
  fields: Fields
  sent_at: number
  /** Why our server did not take it, in its words; null while it has not answered. */
  refused: string | null
}

/** Nobody sends as much without a line; what is older goes. */
const MOST = 20

interface UnsentSchema extends DBSchema {
  unsent: { key: string; value: Unsent }
}

let opened: Promise<IDBPDatabase<UnsentSchema>> | null = null

/** Pages and the worker share this database. Its name must stay: phones already have it. */
function database(): Promise<IDBPDatabase<UnsentSchema>> {
  opened ??= openDB<UnsentSchema>('customer-unsent', 1, {
    upgrade: (made) => void made.createObjectStore('unsent', { keyPath: 'id' }),
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

/** The next call opens it again. */
function forget(): void {
  opened = null
}

/** All of it, oldest first. A browser that keeps nothing has none. */
export async function readUnsent(): Promise<Unsent[]> {
  try {
    const all = await (await database()).getAll('unsent')
    return all.sort((one, other) => one.sent_at - other.sent_at)
  } catch {
    return []
  }
}

/** Resolves once it is stored. The same form sent again takes the place of the one before. */
export async function putUnsent(unsent: Unsent): Promise<void> {
  const store = await database()
  const others = (await readUnsent()).filter(({ id }) => id !== unsent.id)
  const again = others.filter((one) => one.path === unsent.path && one.name === unsent.name && one.text === unsent.text)
  const too_many = others.slice(0, Math.max(0, others.length + 1 - MOST))
  for (const { id } of new Set([...again, ...too_many])) await store.delete('unsent', id)
  await store.put('unsent', unsent)
}

/** Forgets what was to go to an order that its customer forgets. */
export async function forgetUnsent(track_token: string): Promise<void> {
  for (const { id, path } of await readUnsent()) if (path.includes(track_token)) await dropUnsent(id)
}

export async function dropUnsent(id: string): Promise<void> {
  await (await database()).delete('unsent', id)
}
