import { expect, test } from 'vitest'
import { dishPicture, drawPlate } from './dish-plate.ts'

const fileOf = (id: number, name: string) =>
  decodeURIComponent(dishPicture({ id, name, food_image: null })).slice('/plates/'.length)

test('no two dishes of a menu have the same plate, and a photo stays', () => {
  const plates = Array.from({ length: 500 }, (_, place) => drawPlate(fileOf(4_000_000 + place, 'Boiled egg')))
  expect(new Set(plates).size).toBe(500)
  expect(plates[0]).toContain('>BE</text>')
  expect(dishPicture({ id: 1, name: 'Eba', food_image: '/images/a-640.webp' })).toBe('/images/a-640.webp')
})

test.each([
  ['Ẹ̀wà & dòdò', 'ẸD'],
  ['7Up (50 cl)', '75'],
  ['"><script>', 'S'],
  ['🍲', ''],
])('the plate of %s says %s', (name, initials) => {
  expect(drawPlate(fileOf(7, name))).toContain(`>${initials}</text>`)
})

test.each(['<b>-1.svg', 'AB.svg', 'AB-1.png', 'ABCDE-1.svg', 'AB-x.svg'])('%s is no plate', (file) => {
  expect(drawPlate(file)).toBeNull()
})
