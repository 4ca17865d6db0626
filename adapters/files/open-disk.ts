import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

export type DiskSettings =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      region: string
      endpoint: string
      access_key_id: string
      secret_access_key: string
      /** A store that says nothing for so long is not there; the client asks three times. */
      silence_ms?: number
    }

const SILENCE_MS = 20_000

/** A folder or a bucket of any S3-compatible store (flydrive). */
export async function openDisk(settings: DiskSettings): Promise<Disk> {
  return new Disk(
    settings.kind === 'folder'
      ? new FSDriver({ location: settings.folder, visibility: 'private' })
      : await bucketDriver(settings),
  )
}

/** Every file below a folder of the disk, as its whole key. */
export async function* filesBelow(disk: Disk, folder: string): AsyncGenerator<string> {
  let next: string | undefined
  do {
    const { objects, paginationToken } = await disk.listAll(folder, {
      recursive: true,
      ...(next ? { paginationToken: next } : {}),
    })
    for (const found of objects) if (found.isFile) yield found.key
    next = paginationToken
  } while (next)
}

/** The bytes under a key, null where there are none: one question, not asked before whether it is there. */
export async function readWhereThere(disk: Disk, key: string): Promise<Uint8Array | null> {
  try {
    return await disk.getBytes(key)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** As a folder, or a bucket, says that there is nothing under a key. */
function isMissing(error: unknown): boolean {
  const { code, name } = ((error as Error).cause ?? {}) as { code?: string; name?: string }
  return code === 'ENOENT' || name === 'NoSuchKey'
}

/** Imported only when used: the S3 client is larger than the rest of the server. */
async function bucketDriver(settings: Extract<DiskSettings, { kind: 's3' }>) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket: settings.bucket,
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: true,
    visibility: 'private',
    credentials: { accessKeyId: settings.access_key_id, secretAccessKey: settings.secret_access_key },
    requestHandler: { connectionTimeout: 5000, socketTimeout: settings.silence_ms ?? SILENCE_MS },
  })
}
