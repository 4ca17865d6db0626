import { readFile } from 'node:fs/promises'
import type { PictureStore } from '../adapters/files/picture-store.ts'

export type PictureBook = { addressOf(name: string): Promise<string> }

/** Stores each requested file of `pictures/` once, through the pipeline for uploads. */
export function openPictureBook(pictures: PictureStore): PictureBook {
  const known = new Map<string, Promise<string>>()
  return {
    addressOf(name) {
      const file = new URL(`pictures/${name}.webp`, import.meta.url)
      const address = known.get(name) ?? readFile(file).then((picture) => pictures.store(picture))
      known.set(name, address)
      return address
    },
  }
}
