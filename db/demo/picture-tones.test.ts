import { expect, test } from 'vitest'
import { isTone, recolourDrawing, type Tone, type Ware } from './picture-tones.ts'

const rice_bowl = '1f35a'
const white_rice = [240, 236, 238, 255]
const red_bowl = [200, 43, 99, 255]

function recoloured(pixel: number[], tone: Tone | null, ware: Ware | null): number[] {
  const pixels = Uint8Array.from(pixel)
  recolourDrawing(pixels, rice_bowl, tone, ware)
  return [...pixels]
}

test('a tone colours the rice and leaves the bowl alone', () => {
  const [red = 0, , blue = 0] = recoloured(white_rice, 'jollof', null)
  expect(red - blue).toBeGreaterThan(100)
  expect(recoloured(red_bowl, 'jollof', null)).toEqual(red_bowl)
})

test('ware colours the bowl and leaves the rice alone', () => {
  const [red = 0, , blue = 0] = recoloured(red_bowl, null, 'indigo')
  expect(blue).toBeGreaterThan(red)
  expect(recoloured(white_rice, null, 'indigo')).toEqual(white_rice)
})

test('an ivory bowl is not taken for rice', () => {
  expect(recoloured(red_bowl, 'jollof', 'ivory')).toEqual(recoloured(red_bowl, null, 'ivory'))
})

test('what is transparent stays as it is', () => {
  expect(recoloured([255, 255, 255, 0], 'jollof', 'clay')).toEqual([255, 255, 255, 0])
})

test('tones are known by name', () => {
  expect([isTone('jollof'), isTone('plaid'), isTone('toString')]).toEqual([true, false, false])
})
