import { createHash } from 'node:crypto'
import { chownSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import type { Account } from '../postgres/account.ts'
import { damaged, type Part } from './manifest.ts'
import type { BackupStore } from './store.ts'

/** One file or folder of an archive; `body` yields exactly `size` bytes and is read once, before the next entry. */
export type Entry = { name: string; mode: number; size: number; body: AsyncIterable<Uint8Array> | null }

const PART_BYTES = 16 * 1024 * 1024

/**
 * Writes entries as one packed tar archive, cut into parts of a size that any store takes. Answers the parts and how
 * much the entries came to. What `entries` throws, and what the store says, is thrown.
 */
export async function writeArchive(store: BackupStore, backup: string, entries: AsyncIterable<Entry>) {
  const { readable, controller } = createTarPacker()
  let unpacked_bytes = 0
  const pack = async () => {
    for await (const { name, mode, size, body } of entries) {
      const writer = controller.add({ name, mode, size, type: body ? 'file' : 'directory' }).getWriter()
      for await (const chunk of body ?? []) await writer.write(chunk)
      await writer.close()
      unpacked_bytes += size
    }
    controller.finalize()
  }
  const parts: Part[] = []
  const packing = pack().catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  const storing = pipeline(Readable.from(readable, { objectMode: false }), createGzip({ level: 1 }), async (packed) => {
    for await (const bytes of portions(packed)) {
      const part = { name: `part-${String(parts.length + 1).padStart(5, '0')}`, bytes: bytes.length }
      await store.put(backup, part.name, bytes)
      parts.push({ ...part, sha256: hashOf(bytes) })
    }
  })
  // Where one fails the other does too, for its sake: the store's reason comes first.
  const [stored, done] = await Promise.allSettled([storing, packing])
  if (stored.status === 'rejected') throw stored.reason
  if (done.status === 'rejected') throw done.reason
  return { parts, unpacked_bytes }
}

/**
 * Unpacks an archive. `placeOf` says where each entry goes and whose it becomes. No byte of a part is used before its
 * checksum was found right. Throws StartError where a part is missing or damaged.
 */
export async function unpackArchive(
  store: BackupStore,
  backup: string,
  parts: readonly Part[],
  placeOf: (name: string) => { path: string; account: Account },
): Promise<void> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const whole = Readable.from(checkedParts(store, backup, parts), { objectMode: false })
  const reading = pipeline(whole, createGunzip(), async (unpacked) => {
    const writer = writable.getWriter()
    try {
      for await (const chunk of unpacked) await writer.write(chunk as Uint8Array)
      await writer.close()
    } catch (error) {
      await writer.abort(error).catch(() => {})
      throw error
    }
  })
  const writing = (async () => {
    for await (const { header, body } of readable) {
      const { path, account } = placeOf(header.name)
      if (header.type === 'directory') await makeFolder(path, account)
      else await writeFile(path, { mode: header.mode ?? 0o600, account }, body)
    }
  })()
  const [read, written] = await Promise.allSettled([reading, writing])
  // Each fails for the other's sake too; a disk that is full is told by the one that writes.
  const reasons = [read, written].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const of_the_disk = reasons.find((reason) => reason instanceof Error && 'syscall' in reason)
  if (reasons.length > 0) throw of_the_disk ?? reasons[0]
}

async function* checkedParts(store: BackupStore, backup: string, parts: readonly Part[]) {
  for (const { name, bytes, sha256 } of parts) {
    const found = await store.get(backup, name)
    if (!found) throw damaged(backup, `${name} is missing`)
    if (found.length !== bytes || hashOf(found) !== sha256) throw damaged(backup, `${name} is not what was written`)
    yield found
  }
}

async function makeFolder(path: string, account: Account): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (account) chownSync(path, account.uid, account.gid)
}

async function writeFile(
  path: string,
  { mode, account }: { mode: number; account: Account },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', mode)
  try {
    if (account) await file.chown(account.uid, account.gid)
    for await (const chunk of body) await file.writeFile(chunk)
    // PostgreSQL writes its own folder down when it starts.
    if (!account) await file.sync()
  } finally {
    await file.close()
  }
}

async function* portions(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    kept.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(kept)
    kept = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(kept)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
