/** Small enough to keep on a phone, and to send over a weak network. */
const LARGEST_BYTES = 200 * 1024
const LONGEST_SIDE_PX = 1280
const SMALLEST_SIDE_PX = 160

/**
 * A photo as a JPEG of at most 200 KB, without the camera's metadata; null for what is no picture, or shows nothing.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  try {
    const photo = await createImageBitmap(file)
    if (isBlank(photo)) return null
    const longest_px = Math.max(photo.width, photo.height)
    for (let side_px = LONGEST_SIDE_PX; side_px >= SMALLEST_SIDE_PX; side_px /= 2) {
      const scale = Math.min(1, side_px / longest_px)
      for (const quality of [0.8, 0.5]) {
        const small = await drawn(photo, scale, quality)
        if (small && small.size <= LARGEST_BYTES) return small
      }
    }
    return null
  } catch {
    return null
  }
}

const LOOKED_AT_PX = 64
/** Out of 255; our server checks again. */
const LEAST_DEVIATION = 3

/**
 * Whether it is one colour all over, e.g. of a covered lens: better found out at the door than once the phone is online
 * again.
 */
function isBlank(photo: ImageBitmap): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = LOOKED_AT_PX
  const context = canvas.getContext('2d')
  if (!context) return false
  context.drawImage(photo, 0, 0, LOOKED_AT_PX, LOOKED_AT_PX)
  const { data } = context.getImageData(0, 0, LOOKED_AT_PX, LOOKED_AT_PX)
  const greens = data.filter((_, at) => at % 4 === 1)
  const mean = greens.reduce((sum, green) => sum + green, 0) / greens.length
  const variance = greens.reduce((sum, green) => sum + (green - mean) ** 2, 0) / greens.length
  return Math.sqrt(variance) < LEAST_DEVIATION
}

function drawn(photo: ImageBitmap, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(photo.width * scale))
  canvas.height = Math.max(1, Math.round(photo.height * scale))
  canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
