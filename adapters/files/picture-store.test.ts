import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Server } from '../../test/s3-server.ts'
import { type PictureStore, pictureStore } from './picture-store.ts'

let folder: string
let pictures: PictureStore
let photo: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  pictures = await pictureStore({ kind: 'folder', folder })
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'tan' } })
    .png()
    .toBuffer()
})
afterAll(() => rm(folder, { recursive: true }))

test('a picture is stored in four widths under a name made of what it shows', async () => {
  const address = await pictures.store(photo)
  expect(address).toMatch(/^\/images\/[0-9a-f]{32}-640\.webp$/)
  for (const width of [320, 640, 720, 960]) {
    const bytes = await pictures.read(address.slice('/images/'.length).replace('-640', `-${width}`))
    expect(await sharp(bytes ?? new Uint8Array()).metadata()).toMatchObject({ format: 'webp', width })
  }
})

test('a picture of before there was a width of 720 is sent in the next larger one', async () => {
  const address = await pictures.store(photo, 'older')
  const of = (width: number) => address.slice('/images/'.length).replace('-640', `-${width}`)
  await rm(join(folder, 'images', of(720)))
  expect(await pictures.read(of(720))).toEqual(await pictures.read(of(960)))
  await pictures.remove(address)
  expect(await pictures.read(of(720))).toBeNull()
})

test('a plan is one file, whole, whose size is known; removed it is gone', async () => {
  const plan = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'tan' } })
    .png()
    .toBuffer()
  const before = await readdir(join(folder, 'images')).catch(() => [])
  const address = await pictures.store(plan, 'an admin', 'plan')
  expect(address).toMatch(/^\/images\/[0-9a-f]{32}-plan\.webp$/)
  expect(address).toBe(pictures.addressOf(plan, 'an admin', 'plan'))
  expect(await pictures.sizeOf(address)).toEqual({ width_px: 900, height_px: 300 })
  await pictures.remove(address)
  expect(await pictures.sizeOf(address)).toBeNull()
  expect(await readdir(join(folder, 'images'))).toEqual(before)
})

test('the same picture twice is one', async () => {
  const [one, two] = await Promise.all([pictures.store(photo), pictures.store(Buffer.from(photo))])
  expect(one).toBe(two)
  expect(await readdir(join(folder, 'images'))).toHaveLength(4)
})

test.each([
  ['a picture of one colour', 0, true],
  ['the noise of a covered lens', 4, true],
  ['a dark door with a lamp', 4, false],
])('%s is blank or not', async (what, sigma, is_blank) => {
  const dark = { r: 12, g: 12, b: 16 }
  const noise = sigma > 0 ? { noise: { type: 'gaussian' as const, mean: 12, sigma } } : {}
  const lamp = { create: { width: 60, height: 60, channels: 3 as const, background: '#ffd27f' } }
  const shown = await sharp({ create: { width: 800, height: 600, channels: 3, background: dark, ...noise } })
    .composite(what.includes('lamp') ? [{ input: lamp, left: 500, top: 80 }] : [])
    .jpeg()
    .toBuffer()
  expect(await pictures.isBlank(await pictures.store(shown))).toBe(is_blank)
})

test('what is no picture leaves nothing behind', async () => {
  const before = await readdir(join(folder, 'images'))
  await expect(pictures.store(Buffer.from('not a picture'))).rejects.toMatchObject({
    reason: 'not_a_picture',
  })
  expect(await readdir(join(folder, 'images'))).toEqual(before)
})

describe('is not read, though a file may stand there', () => {
  const name = 'a'.repeat(32)

  test.each([
    'secret.txt',
    '../secret.txt',
    '..%2Fsecret.txt',
    `../images/${name}-640.webp`,
    `${name}-640.webp/../secret.txt`,
    `${name}-640.webp\n`,
    `${name}-640.webp\0`,
    `${name.toUpperCase()}-640.webp`,
    `${name}-641.webp`,
    `${name}-640.svg`,
    `/etc/passwd`,
    '',
  ])('%j', async (file) => {
    await pictures.store(photo)
    await writeFile(join(folder, 'secret.txt'), 'secret')
    await writeFile(join(folder, 'images', 'secret.txt'), 'secret')
    expect(await pictures.read(file)).toBeNull()
  })

  test('a name of ours under which nothing was stored', async () => {
    expect(await pictures.read(`${name}-640.webp`)).toBeNull()
  })
})

test('one that is removed is gone in every width; again, or a name that is not ours, is no error', async () => {
  const address = await pictures.store(photo, 'an owner')
  expect(address).toBe(pictures.addressOf(photo, 'an owner'))
  expect(address).not.toBe(pictures.addressOf(photo))
  const before = (await readdir(join(folder, 'images'))).length
  await pictures.remove(address)
  await pictures.remove(address)
  for (const name of ['', '/images/', '/images/../secret.txt', 'https://elsewhere.example/a.webp']) {
    await pictures.remove(name)
  }
  expect((await readdir(join(folder, 'images'))).length).toBe(before - 4)
})

const keys = { access_key_id: 'key-of-the-tests', secret_access_key: 'secret-of-the-tests' }

test('the same holds in a bucket, with signed requests only', async () => {
  const s3 = await startS3Server('pictures', keys)
  const bucket = {
    kind: 's3' as const,
    bucket: 'pictures',
    region: 'us-east-1',
    endpoint: s3.url,
  }
  try {
    const store = await pictureStore({ ...bucket, ...keys })
    const address = await store.store(photo)
    const name = address.slice('/images/'.length)
    expect([...s3.objects.keys()].sort()).toEqual(
      [320, 640, 720, 960].map((width) => `images/${name.replace('-640', `-${width}`)}`),
    )
    expect(s3.objects.get(`images/${name}`)?.type).toBe('image/webp')
    expect(await sharp((await store.read(name)) ?? new Uint8Array()).metadata()).toMatchObject({ width: 640 })
    const nobodys = `${'a'.repeat(32)}-640.webp`
    expect(store.readHere(nobodys)).toBeNull()
    expect(await store.read(nobodys)).toBeNull()
    s3.asked.length = 0
    expect(await store.readHere(nobodys)).toBeNull()
    expect(await store.readHere(name)).not.toBeNull()
    expect(await store.readHere('no name of ours')).toBeNull()
    const older = name.replace('-640', '-720')
    s3.objects.delete(`images/${older}`)
    expect(await store.read(older)).toEqual(await store.read(name.replace('-640', '-960')))
    expect(s3.asked).toEqual([older, name.replace('-640', '-960')].map((file) => `GET /pictures/images/${file}`))
    await store.remove(address)
    expect(s3.objects.size).toBe(0)
    expect(await store.read(name)).toBeNull()
    for (const other of [{ access_key_id: 'other' }, { secret_access_key: 'other' }]) {
      const stranger = await pictureStore({ ...bucket, ...keys, ...other })
      await expect(stranger.store(photo)).rejects.toThrow()
      expect(s3.objects.size).toBe(0)
    }
  } finally {
    await s3.close()
  }
})

test('a bucket that is out of reach is not noticed by who looks at what was looked at before', async () => {
  const s3 = await startS3Server('pictures', keys)
  const store = await pictureStore({
    kind: 's3',
    bucket: 'pictures',
    region: 'us-east-1',
    endpoint: s3.url,
    ...keys,
  })
  const [seen = '', unseen = ''] = (await Promise.all([store.store(photo, 'seen'), store.store(photo, 'unseen')])).map(
    (address) => address.slice('/images/'.length),
  )
  await store.read(seen)
  // Somebody asked for it just before it was stored.
  const late = store.addressOf(photo, 'late').slice('/images/'.length)
  expect(await store.read(late)).toBeNull()
  await store.store(photo, 'late')
  expect(await store.read(late)).not.toBeNull()
  await s3.close()
  expect(await sharp((await store.read(seen)) ?? new Uint8Array()).metadata()).toMatchObject({ width: 640 })
  await expect(store.read(unseen)).rejects.toThrow()
})

test('a card is drawn once, kept in place of the one before, and has the photo where there is one', async () => {
  const words = { name: '<Ìyá> & Sons 🍲 '.repeat(9), category: 'Suya', landmark: 'FUTA North Gate' }
  const owner = 'kitchen-one'
  expect(await pictures.readCard(owner, 'a')).toBeNull()
  const profile_photo = await pictures.store(photo, 'card')
  const [first, second] = await Promise.all(
    [1, 2].map(() => pictures.drawCard(owner, 'a', { ...words, profile_photo })),
  )
  expect(Buffer.from(second ?? [])).toEqual(first)
  expect(Buffer.from((await pictures.readCard(owner, 'a')) ?? [])).toEqual(first)
  for (const none of [null, `/images/${'f'.repeat(32)}-640.webp`, '/images/../x']) {
    const bare = await pictures.drawCard(owner, `b${none}`.replace(/\W/g, ''), { ...words, profile_photo: none })
    expect(await sharp(bare).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(bare).not.toEqual(first)
  }
  expect(await pictures.readCard(owner, 'a')).toBeNull()
  expect(await readdir(join(folder, 'cards', owner))).toHaveLength(1)
})
