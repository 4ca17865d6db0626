import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type DiskSettings, filesBelow, openDisk } from '../../adapters/files/open-disk.ts'
import { diskFailed } from './store.ts'

const placeOf = (files: DiskSettings) => `Pictures: ${files.kind === 's3' ? `s3://${files.bucket}` : files.folder}`

/** Every file of a picture, in every width, by its name. Throws StartError where they cannot be read. */
export async function* allPictures(files: DiskSettings): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  try {
    const disk = await openDisk(files)
    for await (const key of filesBelow(disk, 'images')) yield { name: basename(key), bytes: await disk.getBytes(key) }
  } catch (error) {
    throw diskFailed(placeOf(files), error)
  }
}

/** Puts every picture of a folder into the bucket of the shop. Throws StartError where the bucket does not take it. */
export async function putPicturesBack(files: DiskSettings, folder: string): Promise<void> {
  try {
    const disk = await openDisk(files)
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      await disk.put(`images/${name}`, await readFile(join(folder, name)), { contentType: 'image/webp' })
    }
  } catch (error) {
    throw diskFailed(placeOf(files), error)
  }
}
