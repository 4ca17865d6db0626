import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeElsewhere } from './encode-elsewhere.ts'

const MEBIBYTE = 1024 * 1024
const plenty = {
  most_memory_bytes: 900 * MEBIBYTE,
  kept_memory_bytes: 900 * MEBIBYTE,
  timeout_ms: 60_000,
  idle_ms: 60_000,
}
const plate = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'tan' } })
    .png()
    .toBuffer()

/** The encoding programs of this test that are running. */
function programs(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encode-program.ts') &&
          readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
        )
      } catch {
        return false
      }
    })
}

test('pictures that come at once share one process, and each gets its own answer', async () => {
  const encode = encodeElsewhere(plenty)
  const before = programs().length
  const answers = Array.from({ length: 8 }, async (_, number) =>
    number === 3 ? encode(Buffer.from('no picture'), 'photo') : encode(await plate(80 + number, 60), 'photo'),
  )
  const outcomes = await Promise.allSettled(answers)
  expect(programs().length).toBe(before + 1)
  for (const [number, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') {
      expect([number, outcome.reason]).toMatchObject([3, { name: 'PictureRefused', reason: 'not_a_picture' }])
    } else {
      expect(await sharp(outcome.value[640]).metadata()).toMatchObject({ format: 'webp', width: 640 })
    }
  }
})

test.each([
  ['memory', { ...plenty, most_memory_bytes: MEBIBYTE }],
  ['time', { ...plenty, timeout_ms: 1 }],
])('a picture that needs more %s than it may is refused, and the next one has a process again', async (_, few) => {
  const limits = { ...few }
  const encode = encodeElsewhere(limits)
  await expect(encode(await plate(80, 60), 'photo')).rejects.toMatchObject({ reason: 'too_many_pixels' })
  Object.assign(limits, plenty)
  expect(await encode(await plate(80, 60), 'photo')).toHaveProperty('320')
})

test.each([
  ['once nothing comes any more', { ...plenty, idle_ms: 1 }],
  ['after a picture that took much of it', { ...plenty, kept_memory_bytes: MEBIBYTE }],
])('its memory is given back %s, and the next picture starts it again', async (_, limits) => {
  const encode = encodeElsewhere(limits)
  const before = programs()
  const both = await Promise.all([encode(await plate(80, 60), 'photo'), encode(await plate(90, 60), 'photo')])
  expect(both).toHaveLength(2)
  await expect.poll(() => programs().filter((pid) => !before.includes(pid)), { timeout: 20_000 }).toEqual([])
  expect(await encode(await plate(80, 60), 'photo')).toHaveProperty('320')
})
