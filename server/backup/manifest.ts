import { z } from 'zod'
import { StartError } from '../start-error.ts'
import type { BackupStore } from './store.ts'

/** Raised when an older app could not read a backup any more. */
export const FORMAT = 1

/** Written last: what has none is no backup. */
const MANIFEST = 'manifest.json'
/** Written when the backup had been restored for a trial and nothing was wrong. */
const VERIFIED = 'verified.json'

const manifest_form = z.object({
  format: z.number().int(),
  app_version: z.string(),
  postgres_version: z.string(),
  /** The newest migration that the app knew which made it; the database in it may be further. */
  migration: z.object({ tag: z.string(), when: z.number() }),
  made_at: z.iso.datetime(),
  /** Of the files in it, as they lie unpacked. */
  unpacked_bytes: z.number(),
  pictures: z.number().int(),
  /** Together, in this order, one tar archive packed by gzip, of a data folder. */
  parts: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })).min(1),
})
export type Manifest = z.infer<typeof manifest_form>
export type Part = Manifest['parts'][number]

/** What lies in a store: whole ones, and whether each was verified. What has no manifest is left from a failure. */
export type Found = { name: string; is_whole: boolean; is_good: boolean }

export async function findBackups(store: BackupStore): Promise<Found[]> {
  return [...(await store.list())].map(([name, files]) => {
    const is_whole = files.has(MANIFEST)
    return { name, is_whole, is_good: is_whole && files.has(VERIFIED) }
  })
}

export async function writeManifest(store: BackupStore, name: string, manifest: Manifest): Promise<void> {
  await store.put(name, MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
}

export async function markVerified(store: BackupStore, name: string, verified_at: Date): Promise<void> {
  await store.put(name, VERIFIED, Buffer.from(`${JSON.stringify({ verified_at: verified_at.toISOString() })}\n`))
}

/** Throws StartError for one that is missing, damaged, or of a newer format. */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const bytes = await store.get(name, MANIFEST)
  if (!bytes) throw new StartError(`There is no backup ${name} in ${store.place}: nothing was done.`)
  const read = parse(Buffer.from(bytes).toString('utf8'))
  const format = z.object({ format: z.number() }).safeParse(read)
  if (format.success && format.data.format > FORMAT) throw newer(name)
  const manifest = manifest_form.safeParse(read)
  if (!manifest.success) throw damaged(name, `${MANIFEST} cannot be read`)
  return manifest.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const damaged = (name: string, what: string) =>
  new StartError(`The backup ${name} is damaged (${what}): nothing was touched; take another one.`)

export const newer = (name: string) =>
  new StartError(`The backup ${name} was made by a newer version of the app: nothing was touched; install that one.`)
