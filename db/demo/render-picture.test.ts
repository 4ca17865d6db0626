import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PictureRecipe } from './campus.ts'
import { picture_key, renderPicture } from './render-picture.ts'

const jollof: PictureRecipe = {
  emoji: '1f35a:jollof',
  background: 'jollof',
  arrangement: 'pair',
  extras: ['1f357', '1f345'],
}

test('a picture is a PNG of 4:3 at the width that was asked for', async () => {
  const { format, width, height, hasAlpha } = await sharp(await renderPicture(jollof, 320)).metadata()
  expect({ format, width, height, hasAlpha }).toEqual({
    format: 'png',
    width: 320,
    height: 240,
    hasAlpha: false,
  })
})

test('the same recipe and seed give the same bytes', async () => {
  const [one, other] = await Promise.all([renderPicture(jollof, 160, 'a'), renderPicture(jollof, 160, 'a')])
  expect(one.equals(other)).toBe(true)
})

test('seeds with one key share a picture, seeds with another key differ', async () => {
  const seeds = Array.from({ length: 40 }, (_, index) => `dish ${index}`)
  const key = picture_key(jollof, 'dish 0')
  const twin = seeds.slice(1).find((seed) => picture_key(jollof, seed) === key) ?? ''
  const stranger = seeds.find((seed) => picture_key(jollof, seed) !== key) ?? ''
  const [picture, of_twin, of_stranger] = await Promise.all(
    ['dish 0', twin, stranger].map((seed) => renderPicture(jollof, 160, seed)),
  )
  expect(of_twin && picture?.equals(of_twin)).toBe(true)
  expect(of_stranger && picture?.equals(of_stranger)).toBe(false)
})

test('an unknown emoji or tone is a bug and throws', async () => {
  await expect(renderPicture({ ...jollof, emoji: 'nothing' }, 160)).rejects.toThrow()
  await expect(renderPicture({ ...jollof, emoji: '1f35a:plaid' }, 160)).rejects.toThrow('No such tone: plaid')
})
