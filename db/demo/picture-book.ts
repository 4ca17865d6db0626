import type { PictureStore } from '../../adapters/files/picture-store.ts'
import type { PictureRecipe } from './campus.ts'
import { picture_key, renderPicture } from './render-picture.ts'

const WIDTH_PX = 960

export type PictureBook = { addressOf(recipe: PictureRecipe, seed: string): Promise<string> }

/** Renders each picture once and stores it through the pipeline that uploads take. */
export function openPictureBook(pictures: PictureStore): PictureBook {
  const known = new Map<string, Promise<string>>()
  return {
    addressOf(recipe, seed) {
      const key = picture_key(recipe, seed)
      const address = known.get(key) ?? renderPicture(recipe, WIDTH_PX, seed).then(pictures.store)
      known.set(key, address)
      return address
    },
  }
}
