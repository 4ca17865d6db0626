import { and, count, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { AnnouncingDeps } from '../events.ts'
import { deviceWords } from './device-words.ts'
import { fingerprint } from './secrets.ts'
import { known_devices, sessions, users } from './tables.ts'

/** Above this number, those used the longest ago are forgotten. */
const MOST_DEVICES = 20

/** Whether this browser signed in to the account of `email` before. `device` is the browser's token, or null. */
export async function isKnownDevice(db: Db, email: string, device: string | null): Promise<boolean> {
  const [known] = await db
    .select({ user_id: users.id })
    .from(users)
    .innerJoin(known_devices, eq(known_devices.user_id, users.id))
    .where(and(eq(users.email, email), eq(known_devices.device_hash, hashOf(device ?? ''))))
  return known !== undefined
}

/** Whether anybody signed in with this browser before, and was not made a stranger to it since. */
export async function isKnownBrowser(db: Db, device: string): Promise<boolean> {
  const [known] = await db
    .select({ user_id: known_devices.user_id })
    .from(known_devices)
    .where(eq(known_devices.device_hash, hashOf(device)))
    .limit(1)
  return known !== undefined
}

/**
 * Notes that somebody signed in with this browser. If it is new and not the first one, the owner is told. `user_agent`
 * is how the browser calls itself.
 */
export async function rememberDevice(
  { db, clock, announce }: AnnouncingDeps,
  { user_id, email, device, user_agent }: { user_id: string; email: string; device: string; user_agent: string },
): Promise<void> {
  const now = clock.now()
  const device_hash = hashOf(device)
  await db.transaction(async (tx) => {
    const known = await tx
      .select({ device_hash: known_devices.device_hash })
      .from(known_devices)
      .where(eq(known_devices.user_id, user_id))
      .orderBy(desc(known_devices.signed_in_at))
    await tx
      .insert(known_devices)
      .values({ user_id, device_hash, signed_in_at: now })
      .onConflictDoUpdate({
        target: [known_devices.user_id, known_devices.device_hash],
        set: { signed_in_at: now },
      })
    const others = known.filter((one) => one.device_hash !== device_hash)
    const too_many = others.slice(MOST_DEVICES - 1).map((one) => one.device_hash)
    await tx
      .delete(known_devices)
      .where(and(eq(known_devices.user_id, user_id), inArray(known_devices.device_hash, too_many)))
    if (others.length < known.length) return
    const [open] = await tx.select({ all: count() }).from(sessions).where(eq(sessions.user_id, user_id))
    // The first browser of a fresh account is no news.
    if (known.length === 0 && (open?.all ?? 0) < 2) return
    const login = { id: `${user_id}:${device_hash.slice(0, 16)}:${now.getTime()}`, email }
    await announce(tx, { kind: 'new_device_used', login, device: deviceWords(user_agent), at: now }, now)
  })
}

/** Forgets every browser but this one, in the caller's commit. */
export async function forgetOtherDevices(tx: Tx, user_id: string, device: string | null): Promise<void> {
  await tx
    .delete(known_devices)
    .where(and(eq(known_devices.user_id, user_id), ne(known_devices.device_hash, hashOf(device ?? ''))))
}

function hashOf(device: string): string {
  return fingerprint('device', device)
}
