import { forgetStep, usePhoneSteps } from '../steps/queue.ts'
import { keptStepWords } from '../steps/refusal-words.ts'
import { isWaiting } from '../steps/step-store.ts'

/** Steps that our server refused, each with the reason; they are gone once they were read. */
export function RefusedSteps() {
  const refused = usePhoneSteps().filter((kept) => kept.outcome !== 'done' && !isWaiting(kept))
  if (refused.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label="What was refused">
      {refused.map((kept) => (
        <li key={kept.step.id} className="flex flex-wrap items-center gap-3 rounded-control bg-bad-soft p-4 text-bad">
          <p role="alert" className="min-w-0 grow">
            {keptStepWords(kept)}
          </p>
          <button
            type="button"
            className="min-h-11 px-3 font-semibold underline"
            onClick={() => void forgetStep(kept.step.id)}
          >
            Understood
          </button>
        </li>
      ))}
    </ul>
  )
}
