/**
 * An address after a landmark was touched: it stands first, in place of another landmark and of what a machine filled
 * in (`machine`, empty where none did). What a person typed stays.
 */
export function withLandmark(
  address: string,
  landmark: string,
  from: { landmarks: readonly string[]; machine: string },
): string {
  const typed = [from.machine, ...from.landmarks]
    .filter(Boolean)
    .reduce((text, known) => text.replace(known, ''), address)
    .split(',')
    .map((part) => part.trim())
  return [landmark, ...typed].filter(Boolean).join(', ')
}
