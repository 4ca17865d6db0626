import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedPictures } from '../../domain/backups/named-pictures.ts'
import { bucket_keys, bucketSettings, menuOf, openShop, type Shop } from '../../test/backed-up-shop.ts'
import { startS3Server } from '../../test/s3-server.ts'

let bucket: Awaited<ReturnType<typeof startS3Server>>
let shop: Shop
beforeAll(async () => {
  bucket = await startS3Server('photos', bucket_keys)
  shop = await openShop({ FILES: 's3', S3_BUCKET: 'photos', ...bucketSettings('S3', bucket.url) })
}, 300_000)
afterAll(async () => {
  await shop.close()
  await bucket.close()
})

test('pictures of a bucket are put back into it, each as it was', { timeout: 300_000 }, async () => {
  const before = new Map(bucket.objects)
  expect(before.size).toBe(9)
  const { manifest } = await shop.backUp()
  expect(manifest.pictures).toBe(9)
  bucket.objects.clear()

  // The bucket takes three pictures, and then no more: the data folder stays as it was.
  bucket.breakAfter(3)
  const again = shop.config('backups', 'again')
  const untouched = readdirSync(again.data_dir)
  await expect(shop.restore(again)).rejects.toThrow(
    /^Pictures: s3:\/\/photos cannot be reached, or takes nothing \([^\n]+\)\.$/,
  )
  expect(readdirSync(again.data_dir)).toEqual(untouched)

  bucket.breakAfter(Number.POSITIVE_INFINITY)
  await shop.restore(again)
  expect(new Map([...bucket.objects].sort())).toEqual(new Map([...before].sort()))
  expect(existsSync(join(shop.root, 'again/files'))).toBe(false)
  await shop.opened('again', async (found) => {
    expect(await menuOf(found)).toEqual([{ name: 'Amala' }])
    for (const named of await namedPictures(found.db)) expect(bucket.objects.has(named.slice(1))).toBe(true)
  })
})

test('a backup whose pictures cannot be read says so in one line and does not count', {
  timeout: 300_000,
}, async () => {
  const before = readdirSync(join(shop.root, 'backups'))
  bucket.breakAfter(0)
  await expect(shop.backUp()).rejects.toThrow(/^Pictures: s3:\/\/photos cannot be reached/)
  expect(readdirSync(join(shop.root, 'backups'))).toEqual(before)
})
