import type { DoneForKitchen } from '../../../domain/catalog/staff/act-for-kitchen.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'

/** One thing that somebody of the marketplace did for the kitchen, in words. */
export function supportLine({ id, did, about, who, why, at }: DoneForKitchen) {
  const what = did === null ? 'Began to act for you' : about ? `${did}: ${about}` : did
  return { id, what, who: who || 'somebody of ours', why, when: formatCampusDateTime(at) }
}

export type SupportLine = ReturnType<typeof supportLine>
