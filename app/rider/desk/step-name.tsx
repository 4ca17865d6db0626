import type { RiderStep } from '../../../domain/delivery/lifecycle.ts'
import type { NewStep } from '../steps/queue.ts'

/** Takes a step of one delivery into the phone's queue. */
export type Take = (step: Omit<NewStep, 'delivery_id'>) => Promise<void>

/** What a form of a step says of itself where no script takes it. */
export function StepName({ verb, delivery_id }: { verb: RiderStep; delivery_id: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={verb} />
      <input type="hidden" name="id" value={delivery_id} />
    </>
  )
}
