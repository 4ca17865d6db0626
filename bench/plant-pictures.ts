import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { food, vendors } from '../domain/catalog/tables.ts'
import type { Stage } from './stage.ts'

const widths = [320, 640, 720, 960] as const

/** The campus of the bench names pictures that nobody stored: a drawn dish of the usual weight in place of each. */
export async function plantPictures({ database, folder }: Stage): Promise<void> {
  const images = join(folder, 'files', 'images')
  mkdirSync(images, { recursive: true })
  const drawn = await Promise.all(
    widths.map(async (width) => {
      const file = join(images, `drawn-${width}.webp`)
      await sharp(Buffer.from(dish))
        .resize(width, (width * 3) / 4)
        .webp()
        .toFile(file)
      return [width, file] as const
    }),
  )
  const photos = await database.db.select({ photo: vendors.profile_photo }).from(vendors)
  const dishes = await database.db.select({ photo: food.food_image }).from(food)
  for (const { photo } of [...photos, ...dishes]) {
    const stem = /^\/images\/(.+)-640\.webp$/.exec(photo ?? '')?.[1]
    if (stem) for (const [width, file] of drawn) copyFileSync(file, join(images, `${stem}-${width}.webp`))
  }
}

const grains = Array.from({ length: 900 }, (_, grain) => {
  const [x, y] = [
    480 + 300 * Math.cos(grain * 2.4) * Math.sqrt(grain / 900),
    360 + 220 * Math.sin(grain * 2.4) * Math.sqrt(grain / 900),
  ]
  const fill = `hsl(${15 + (grain % 20)} 80% ${40 + (grain % 25)}%)`
  const turned = `rotate(${grain * 37} ${x} ${y})`
  return `<ellipse cx="${x}" cy="${y}" rx="14" ry="6" transform="${turned}" fill="${fill}"/>`
})
const dish =
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><rect width="960" height="720" fill="#5b3a1e"/>' +
  `<ellipse cx="480" cy="370" rx="400" ry="300" fill="#f3efe8"/>${grains.join('')}</svg>`
