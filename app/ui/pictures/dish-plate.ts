/** Dishes that were made one after the other are far apart in colour. */
const GOLDEN_ANGLE = 137.508

type Dish = { id: number; name: string; food_image: string | null }

/** The picture of a dish: its photo, or a plate that we draw, in a colour and with initials of its own. */
export const dishPicture = ({ id, name, food_image }: Dish): string =>
  food_image ?? `/plates/${encodeURIComponent(initialsOf(name))}-${id}.svg`

/** The first letters of its first two words; a figure counts as a letter. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...([...word][0] ?? '').toUpperCase()][0])
    .join('')
}

/** Draws the plate of such a name; null for a name that is none. */
export function drawPlate(file: string): string | null {
  const [, initials, id] = /^([\p{L}\p{N}]{0,4})-(\d{1,12})\.svg$/u.exec(file) ?? []
  if (initials === undefined || id === undefined) return null
  const hue = (Number(id) * GOLDEN_ANGLE) % 360
  const colour = (saturation: number, lightness: number) => `hsl(${hue.toFixed(3)} ${saturation}% ${lightness}%)`
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">' +
    `<rect width="640" height="480" fill="${colour(45, 88)}"/>` +
    `<g fill="none" stroke="${colour(35, 70)}" stroke-width="10" stroke-linecap="round">` +
    `<circle cx="320" cy="240" r="118" fill="${colour(60, 97)}"/><circle cx="320" cy="240" r="86"/>` +
    '<path d="M138 150v70q0 26 22 26t22-26v-70M160 150v190M500 340v-190q-34 22-34 76 0 30 34 30"/></g>' +
    `<text x="320" y="240" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="88" ` +
    `font-weight="800" fill="${colour(55, 26)}">${initials}</text></svg>`
  )
}
