import sharp from 'sharp'

/** Of 255: a covered lens makes noise below this, a dark door by night has more. */
const LEAST_DEVIATION = 5

/** Whether a picture of ours is one colour all over, e.g. black: by how far its brightness strays. */
export async function isBlankPicture(picture: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(picture).greyscale().stats()
  return channels.every(({ stdev }) => stdev < LEAST_DEVIATION)
}
