import { DAY_MS } from '../../domain/clock.ts'
import { textOf } from './form-texts.ts'

/** How long a form waited for a connection (storefront/offline/send-unsent.ts); longer than a day nothing counts. */
export function waitedMs(form: FormData): number {
  const seconds = Number(textOf(form, 'waited_s'))
  return seconds > 0 ? Math.min(seconds * 1000, DAY_MS) : 0
}
