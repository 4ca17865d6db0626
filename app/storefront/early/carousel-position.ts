/** Which slide leads a track that is scrolled by `scrolled_px`, when two slides start `step_px` apart. */
export function positionAt(scrolled_px: number, step_px: number): number {
  return step_px > 0 ? Math.max(0, Math.round(scrolled_px / step_px)) : 0
}

/** The last slide that can lead: behind it there is nothing more to scroll. */
export function lastPosition(track: { scrollWidth: number; clientWidth: number }, step_px: number): number {
  return positionAt(track.scrollWidth - track.clientWidth, step_px)
}

/** `position` kept between 0 and `last`: after the last comes the first, before the first the last. */
export function wrapPosition(position: number, last: number): number {
  if (position < 0) return last
  return position > last ? 0 : position
}
