import { mkdir } from 'node:fs/promises'
import { type DiskSettings, filesBelow, openDisk } from '../../adapters/files/open-disk.ts'
import type { Db } from '../../db/handle.ts'
import { filesOf, namedPictures } from '../../domain/backups/named-pictures.ts'
import { DAY_MS } from '../../domain/clock.ts'
import { StartError } from '../start-error.ts'
import { type BackupPlace, diskFailed, requireRoom } from './store.ts'

/**
 * Copies of the shop's pictures in a second place, each picture once: for a database that somebody else backs up. No
 * picture ever changes, so whatever minute that database is put back to, its pictures are among them. Everything in it
 * throws StartError where the place or the shop's pictures cannot be reached.
 */
export async function openPictureCopies(files: DiskSettings, { disk: settings, prefix, words }: BackupPlace) {
  const [shop, store] = await Promise.all([openDisk(files), openDisk(settings)])
  const base = prefix === '' ? '' : `${prefix}/`
  const copyOf = (file: string) => `${base}pictures/${file}`
  /** What the shop let go of, each with the day on which that was seen. */
  const goneOf = (file: string) => `${base}pictures-gone/${file}`
  const ask = async <Answer>(place: string, work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof StartError ? error : diskFailed(place, error)
    }
  }
  const shop_words = `Pictures: ${files.kind === 's3' ? `s3://${files.bucket}` : files.folder}`
  const atShop = <Answer>(work: () => Promise<Answer>) => ask(shop_words, work)
  const atCopies = <Answer>(work: () => Promise<Answer>) => ask(`Copies of pictures: ${words}`, work)
  const listBelow = (folder: string) => namesBelow(store, `${base}${folder}`)
  return {
    /** Every copy that is there, by the name of its file. */
    copies: () => atCopies(() => listBelow('pictures')),
    /** Every file of a picture that the shop has. */
    originals: () => atShop(() => namesBelow(shop, 'images')),
    /** Copies one file; it may have been tidied away since it was listed. */
    async copy(file: string): Promise<void> {
      const bytes = await atShop(async () =>
        (await shop.exists(`images/${file}`)) ? shop.getBytes(`images/${file}`) : null,
      )
      if (!bytes) return
      await atCopies(async () => {
        if (settings.kind === 'folder') {
          // People's photos are in it.
          await mkdir(settings.folder, { recursive: true, mode: 0o700 })
          await requireRoom(settings.folder, bytes.length)
        }
        await store.put(copyOf(file), bytes, { contentType: 'image/webp' })
      })
    },
    /** Gives the shop a file again that it lost, out of its copy. */
    async putBack(file: string): Promise<void> {
      const bytes = await atCopies(() => store.getBytes(copyOf(file)))
      await atShop(() => shop.put(`images/${file}`, bytes, { contentType: 'image/webp' }))
    },
    /**
     * Removes copies of what the shop let go of so many weeks ago: until then a database of that time may want them.
     * Pictures that the shop has or a row names stay, `stays` says by which files. Answers what was removed.
     */
    forget: (stays: Iterable<string>, now: Date, weeks: number) =>
      atCopies(async () => {
        const kept = new Set([...stays].map(pictureOf))
        const gone = await listBelow('pictures-gone')
        for (const file of gone) if (kept.has(pictureOf(file))) await store.delete(goneOf(file))
        const removed: string[] = []
        for (const file of await listBelow('pictures')) {
          if (kept.has(pictureOf(file))) continue
          if (!gone.has(file)) await store.put(goneOf(file), now.toISOString())
          else if (now.getTime() - new Date(await store.get(goneOf(file))).getTime() >= weeks * 7 * DAY_MS) {
            for (const key of [copyOf(file), goneOf(file)]) await store.delete(key)
            removed.push(file)
          }
        }
        return removed
      }),
  }
}

export type PictureCopies = Awaited<ReturnType<typeof openPictureCopies>>

/**
 * Gives the shop every picture again that a row names and that it lost. Answers how many rows name, how many came back,
 * and of which there is no copy.
 */
export async function restorePictures(db: Db, copies: PictureCopies) {
  const named = await namedPictures(db)
  const [there, kept] = [await copies.originals(), await copies.copies()]
  const missing = named.filter((address) => filesOf(address).some((file) => !there.has(file)))
  const lost = missing.filter((address) => filesOf(address).some((file) => !there.has(file) && !kept.has(file)))
  const pictures = new Set(missing.flatMap(filesOf).map(pictureOf))
  // In every width, those among it that older pictures lack.
  for (const file of kept) if (pictures.has(pictureOf(file)) && !there.has(file)) await copies.putBack(file)
  return { named: named.length, put_back: missing.length - lost.length, lost }
}

/** What its widths have in common. */
const pictureOf = (file: string) => file.slice(0, file.indexOf('-'))

/** The names of the files in one folder of a disk. */
async function namesBelow(disk: Parameters<typeof filesBelow>[0], folder: string): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const key of filesBelow(disk, folder)) names.add(key.slice(key.lastIndexOf('/') + 1))
  return names
}
