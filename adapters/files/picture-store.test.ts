import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

test('a picture is stored in three widths under a name made of what it shows', async () => {
  const address = await pictures.store(photo)
  expect(address).toMatch(/^\/images\/[0-9a-f]{32}-640\.webp$/)
  for (const width of [320, 640, 960]) {
    const bytes = await pictures.read(address.slice('/images/'.length).replace('-640', `-${width}`))
    expect(await sharp(bytes ?? new Uint8Array()).metadata()).toMatchObject({ format: 'webp', width })
  }
})

test('the same picture twice is one', async () => {
  const [one, two] = await Promise.all([pictures.store(photo), pictures.store(Buffer.from(photo))])
  expect(one).toBe(two)
  expect(await readdir(join(folder, 'images'))).toHaveLength(3)
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
