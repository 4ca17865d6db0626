import type { IncidentStep, RiderStep } from '../../../domain/delivery/lifecycle.ts'
import type { NewStep } from '../steps/queue.ts'

/** Takes a step of one delivery into the phone's queue. */
export type Take = (step: Omit<NewStep, 'delivery_id'>) => Promise<void>

/** The hidden fields of a step's form, for a page without script. */
export function StepName({ verb, delivery_id }: { verb: RiderStep | IncidentStep; delivery_id: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={verb} />
      <input type="hidden" name="id" value={delivery_id} />
    </>
  )
}
