/**
 * An address after a landmark was tapped: the landmark stands first and replaces another landmark and what the map
 * filled in (`machine`, empty where it filled in nothing). What a person typed stays.
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
