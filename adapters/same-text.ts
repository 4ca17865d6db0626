import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether two texts are equal, e.g. signatures or secrets, in constant time. */
export function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
