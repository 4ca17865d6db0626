import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { turns } from '../turns.ts'
import { isBlankPicture } from './blank-picture.ts'
import { type CardWords, drawCard } from './draw-card.ts'
import { encodeElsewhere } from './encode-elsewhere.ts'
import { type PictureShape, picture_widths } from './encode-picture.ts'
import { type DiskSettings, filesBelow, openDisk, readWhereThere } from './open-disk.ts'
import { rememberPictures } from './picture-memory.ts'

export type PictureStore = {
  /**
   * Stores a picture in every width, or a plan whole, and answers the address that tables hold
   * (`/images/<name>-640.webp`, `/images/<name>-plan.webp`). The same picture of the same owner is stored once. Throws
   * PictureRefused for what is no picture or too large.
   */
  store(upload: Buffer, owner?: string, shape?: PictureShape): Promise<string>
  /** The address that `store` would answer, without storing anything. */
  addressOf(upload: Buffer, owner?: string, shape?: PictureShape): string
  /** The bytes behind one of our addresses; null for a name that is not ours or does not exist. */
  read(file: string): Promise<Uint8Array | null>
  /** The same where no bucket has to be asked for it; null where one has. */
  readHere(file: string): Promise<Uint8Array | null> | null
  /** Whether a stored picture is one colour all over, by its address. False for one that does not exist. */
  isBlank(address: string): Promise<boolean>
  /** How large the picture behind one of our addresses is; null for one that does not exist. */
  sizeOf(address: string): Promise<{ width_px: number; height_px: number } | null>
  /** Deletes a picture in every width by its address. Ignores names that are not ours or do not exist. */
  remove(address: string): Promise<void>
  /** The card that was drawn for an owner with this content; null where none was. */
  readCard(owner: string, content: string): Promise<Uint8Array | null>
  /** Draws that card and keeps it in place of the one that the owner had before; one at a time, each once. */
  drawCard(owner: string, content: string, words: CardWords & { profile_photo: string | null }): Promise<Uint8Array>
}

const OUR_ADDRESSES = /^\/images\/([0-9a-f]{32})-(640|plan)\.webp$/
const OUR_NAMES = /^[0-9a-f]{32}-(320|640|720|960|plan)\.webp$/
/** What stands last in the name that tables hold. */
const shown = { photo: 640, plan: 'plan' } as const

/** A shop does not wait for its pictures as long as a backup does. */
const SILENCE_MS = 5000

/**
 * Pictures in a folder or in a bucket of any S3-compatible store (flydrive). What is read from a bucket is kept in
 * memory: a name always means the same picture, and a store that is away for a while is not noticed.
 */
export async function pictureStore(settings: DiskSettings): Promise<PictureStore> {
  const disk = await openDisk(settings.kind === 's3' ? { silence_ms: SILENCE_MS, ...settings } : settings)
  const readOne = (file: string) => readWhereThere(disk, `images/${file}`)
  const memory = settings.kind === 's3' ? rememberPictures(readOne) : null
  const readKept = memory?.read ?? readOne
  const encode = encodeElsewhere()
  const addressOf = (upload: Buffer, owner: string, shape: PictureShape) =>
    `/images/${nameOf(upload, owner)}-${shown[shape]}.webp`
  const read = async (file: string) => {
    if (!OUR_NAMES.test(file)) return null
    // Older pictures lack the width of 720 and are sent in the next larger one.
    return (await readKept(file)) ?? (file.includes('-720.') ? readKept(wider(file)) : null)
  }
  const readHere = (file: string) => {
    if (!memory || !OUR_NAMES.test(file)) return read(file)
    const known = memory.known(file)
    const is_known =
      known !== undefined && (known || !file.includes('-720.') || memory.known(wider(file)) !== undefined)
    return is_known ? read(file) : null
  }
  const inTurn = turns(1)
  const cardKey = (owner: string, content: string) => `cards/${owner}/${content}.jpg`
  const readCard = (owner: string, content: string) => readWhereThere(disk, cardKey(owner, content))
  return {
    addressOf: (upload, owner = '', shape = 'photo') => addressOf(upload, owner, shape),
    async store(upload, owner = '', shape = 'photo') {
      const name = nameOf(upload, owner)
      const files = Object.entries(await encode(upload, shape))
      const put = async (file: string, bytes: Uint8Array) => {
        await disk.put(`images/${file}`, bytes, { contentType: 'image/webp' })
        memory?.forget(file)
      }
      await Promise.all(files.map(([width, bytes]) => put(`${name}-${width}.webp`, bytes)))
      return addressOf(upload, owner, shape)
    },
    read,
    readHere,
    async isBlank(address) {
      const name = OUR_ADDRESSES.exec(address)?.[1]
      const picture = name === undefined ? null : await readOne(`${name}-320.webp`)
      return picture !== null && isBlankPicture(picture)
    },
    async sizeOf(address) {
      const bytes = await read(address.slice('/images/'.length))
      if (!bytes) return null
      const { width, height } = await sharp(bytes).metadata()
      return { width_px: width, height_px: height }
    },
    async remove(address) {
      const [, name, last] = OUR_ADDRESSES.exec(address) ?? []
      if (!name) return
      const files = (last === 'plan' ? ['plan'] : picture_widths).map((width) => `${name}-${width}.webp`)
      await Promise.all(files.map((file) => disk.delete(`images/${file}`)))
      for (const file of files) memory?.forget(file)
    },
    readCard,
    drawCard: (owner, content, { profile_photo, ...words }) =>
      inTurn(async () => {
        const drawn = await readCard(owner, content)
        if (drawn) return drawn
        const file = profile_photo?.replace(/^\/images\//, '').replace('-640.', '-960.') ?? ''
        const card = await drawCard(words, await read(file))
        for await (const older of filesBelow(disk, `cards/${owner}`)) await disk.delete(older)
        await disk.put(cardKey(owner, content), card, { contentType: 'image/jpeg' })
        return card
      }),
  }
}

const wider = (file: string) => file.replace('-720.', '-960.')

function nameOf(upload: Buffer, owner: string): string {
  return createHash('sha256').update(owner).update(upload).digest('hex').slice(0, 32)
}
