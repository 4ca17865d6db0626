import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Fields, NOTE, type Sent } from './what-is-sent.ts'

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
  /** How often it was sent in vain, and when it goes the next time; phones have some without. */
  tries?: number
  next_at?: number
}

type Form = Pick<Unsent, 'path' | 'name' | 'text' | 'fields'>

/** Nobody sends as much without a line; what is older goes. */
const MOST = 20
const DAY_MS = 24 * 60 * 60_000
/** What became of it was read by then. */
const KEPT_MS = 7 * DAY_MS

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
    const { store, done } = (await database()).transaction('unsent', 'readwrite')
    const all: Unsent[] = []
    for (const one of await store.getAll()) {
      const kept = stillKept(one, Date.now())
      if (!kept) await store.delete(one.id)
      else if (kept !== one) await store.put(kept)
      if (kept) all.push(kept)
    }
    await done
    return all.sort((one, other) => one.sent_at - other.sent_at)
  } catch {
    return []
  }
}

/** What is kept of it by now: only its words once it goes no more by itself, and nothing (null) after a week. */
export function stillKept(unsent: Unsent, now: number): Unsent | null {
  const { fields, refused, sent_at, goes_for_ms } = unsent
  // A rating goes by itself for as long; that it was too late is still to be read.
  if (sent_at + Math.max(KEPT_MS, (goes_for_ms ?? 0) + DAY_MS) <= now) return null
  const goes = refused === null && goes_for_ms !== null && sent_at + goes_for_ms > now
  return goes || fields.length === 0 ? unsent : { ...unsent, fields: [] }
}

/** Resolves once it is stored. */
export async function putUnsent(unsent: Unsent): Promise<void> {
  await dropReplacedBy(unsent)
  const store = await database()
  const others = await readUnsent()
  for (const { id } of others.slice(0, Math.max(0, others.length + 1 - MOST))) await store.delete('unsent', id)
  await store.put('unsent', unsent)
}

/** Writes down what became of it, unless it was thrown away meanwhile. */
export async function changeUnsent(unsent: Unsent): Promise<void> {
  const { store, done } = (await database()).transaction('unsent', 'readwrite')
  if (await store.get(unsent.id)) await store.put(unsent)
  await done
}

/** Drops what is said anew. */
export async function dropReplacedBy(newer: Form): Promise<void> {
  for (const one of await readUnsent()) if (isReplacedBy(one, newer)) await dropUnsent(one.id)
}

/** Whether a form is the same sent again. An order has one note, so a newer one takes the place of any. */
export function isReplacedBy(older: Form, newer: Form): boolean {
  if (older.path !== newer.path || older.name !== newer.name) return false
  return newer.name === NOTE || (older.text === newer.text && asText(older.fields) === asText(newer.fields))
}

/** Of a file its size says enough. */
const asText = (fields: Fields) =>
  JSON.stringify(fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.size]))

/** Forgets what was to go to an order that its customer forgets. */
export async function forgetUnsent(track_token: string): Promise<void> {
  for (const { id, path } of await readUnsent()) if (path.includes(track_token)) await dropUnsent(id)
}

export async function dropUnsent(id: string): Promise<void> {
  await (await database()).delete('unsent', id)
}
