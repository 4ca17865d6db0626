import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, e.g. a signature or a secret; its duration does not tell how much was right. */
export function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
