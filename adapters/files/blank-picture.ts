import sharp from 'sharp'

/** Of 255: the noise of a covered lens is below this, a dark door at night is above it. */
const LEAST_DEVIATION = 5

/** Whether a stored picture is one colour all over, e.g. black: measured by the deviation of its brightness. */
export async function isBlankPicture(picture: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(picture).greyscale().stats()
  return channels.every(({ stdev }) => stdev < LEAST_DEVIATION)
}
