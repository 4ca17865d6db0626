import type { PhoneStep } from './step-store.ts'

/** When our server learns of what a rider has done: what the steps that wait on this phone wait for. */
export function whenSent(waiting: readonly Pick<PhoneStep, 'outcome' | 'unsigned'>[], online: boolean): string {
  if (waiting.length === 0) return 'We have it.'
  const wait = (outcome: PhoneStep['outcome']) => waiting.some((one) => one.outcome === outcome)
  if (wait('not_ready')) return 'It is sent by itself once the kitchen marks the food as ready.'
  if (wait('pin_paused')) return 'It is sent again by itself once the pause is over.'
  // A photo is sent by an open page only.
  if (waiting.some(({ unsigned }) => unsigned)) {
    return online
      ? 'It is sent once its photo has got through. Please keep this page open.'
      : 'It is sent with its photo once you are online and open this page.'
  }
  return online ? 'It is sent by itself once it gets through.' : 'It is sent as soon as you are online.'
}
