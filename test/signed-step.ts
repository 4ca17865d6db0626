import { createHmac, randomUUID } from 'node:crypto'
import type { QueuedStep } from '../domain/delivery/forms.ts'
import { stepMessage } from '../domain/delivery/lifecycle.ts'

/** A step as a phone signs it. */
export function signedStep(step_key: string, step: Omit<QueuedStep, 'id' | 'signature'> & { id?: string }): QueuedStep {
  const whole = { id: randomUUID(), ...step }
  const signature = createHmac('sha256', step_key).update(stepMessage(whole)).digest('hex')
  return { ...whole, signature }
}
