import { createHash } from 'node:crypto'
import { isBlankPicture } from './blank-picture.ts'
import { encodeElsewhere } from './encode-elsewhere.ts'
import { picture_widths } from './encode-picture.ts'
import { type DiskSettings, openDisk } from './open-disk.ts'

export type PictureStore = {
  /**
   * Stores a picture in every width and answers the address that tables hold (`/images/<name>-640.webp`). The same
   * picture of the same owner is stored once. Throws PictureRefused for what is no picture or too large.
   */
  store(upload: Buffer, owner?: string): Promise<string>
  /** The address that `store` would answer, without storing anything. */
  addressOf(upload: Buffer, owner?: string): string
  /** The bytes behind one of our addresses; null for a name that is not ours or does not exist. */
  read(file: string): Promise<Uint8Array | null>
  /** Whether a stored picture is one colour all over, by its address. False for one that does not exist. */
  isBlank(address: string): Promise<boolean>
  /** Deletes a picture in every width by its address. Ignores names that are not ours or do not exist. */
  remove(address: string): Promise<void>
}

const OUR_ADDRESSES = /^\/images\/([0-9a-f]{32})-640\.webp$/
const OUR_NAMES = /^[0-9a-f]{32}-(320|640|720|960)\.webp$/

/** Pictures in a folder or in a bucket of any S3-compatible store (flydrive). */
export async function pictureStore(settings: DiskSettings): Promise<PictureStore> {
  const disk = await openDisk(settings)
  const encode = encodeElsewhere()
  return {
    addressOf: (upload, owner = '') => `/images/${nameOf(upload, owner)}-640.webp`,
    async store(upload, owner = '') {
      const name = nameOf(upload, owner)
      const encoded = await encode(upload)
      await Promise.all(
        picture_widths.map((width) =>
          disk.put(`images/${name}-${width}.webp`, encoded[width], { contentType: 'image/webp' }),
        ),
      )
      return `/images/${name}-640.webp`
    },
    async read(file) {
      if (!OUR_NAMES.test(file)) return null
      // Older pictures lack the width of 720 and are sent in the next larger one.
      for (const name of [file, file.replace('-720.', '-960.')]) {
        if (await disk.exists(`images/${name}`)) return disk.getBytes(`images/${name}`)
      }
      return null
    },
    async isBlank(address) {
      const name = OUR_ADDRESSES.exec(address)?.[1]
      const key = `images/${name}-320.webp`
      return name !== undefined && (await disk.exists(key)) && isBlankPicture(await disk.getBytes(key))
    },
    async remove(address) {
      const name = OUR_ADDRESSES.exec(address)?.[1]
      if (!name) return
      await Promise.all(picture_widths.map((width) => disk.delete(`images/${name}-${width}.webp`)))
    },
  }
}

function nameOf(upload: Buffer, owner: string): string {
  return createHash('sha256').update(owner).update(upload).digest('hex').slice(0, 32)
}
