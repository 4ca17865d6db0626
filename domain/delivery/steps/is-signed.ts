import { createHmac, timingSafeEqual } from 'node:crypto'
import type { QueuedStep } from '../forms.ts'
import { stepMessage } from '../lifecycle.ts'

/** Whether a phone signed this step under the key of an assignment; under none nothing is signed. */
export function isSigned(step: QueuedStep, step_key: string | null): boolean {
  if (!step_key) return false
  const right = createHmac('sha256', step_key).update(stepMessage(step)).digest()
  return timingSafeEqual(right, Buffer.from(step.signature, 'hex'))
}
