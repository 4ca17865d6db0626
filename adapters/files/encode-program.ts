/**
 * The program in which uploaded pictures are decoded, one at a time: whatever a picture does to it, the app is safe. It
 * runs with low priority, has no secrets of ours, and ends with the process that started it.
 */
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'
import type { EncodeAnswer, EncodeQuestion } from './encode-elsewhere.ts'
import { encodePhoto, encodePlan, PictureRefused, type PictureShape } from './encode-picture.ts'

const LOWER_PRIORITY = 10
const LOWEST_PRIORITY = 19
const LOOK_MS = 25

const most_memory_bytes = Number(process.argv[2])
setPriority(Math.min(getPriority() + LOWER_PRIORITY, LOWEST_PRIORITY))
sharp.cache(false)
sharp.concurrency(1)
// No other loader may read even a header.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
})

// A header can lie about the memory that decoding needs.
setInterval(() => {
  if (process.memoryUsage.rss() > most_memory_bytes) process.exit(1)
}, LOOK_MS)
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of the terminal; the app first finishes its work.
process.on('SIGINT', () => {})

process.on('message', async ({ upload, shape }: EncodeQuestion) => {
  const outcome = await encode(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength), shape)
  process.send?.({ ...outcome, held_bytes: process.memoryUsage.rss() } satisfies EncodeAnswer)
})

async function encode(upload: Buffer, shape: PictureShape): Promise<Omit<EncodeAnswer, 'held_bytes'>> {
  try {
    return { encoded: await (shape === 'photo' ? encodePhoto : encodePlan)(upload) }
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: error.reason }
    throw error
  }
}
