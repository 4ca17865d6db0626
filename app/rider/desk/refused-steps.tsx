import { forgetStep, isWaiting, usePhoneSteps } from '../steps/queue.ts'

const words: Readonly<Record<string, string>> = {
  wrong_pin: 'The PIN was not right. Please ask the customer again.',
  pin_paused:
    'Too many wrong PINs: please wait a quarter of an hour, or hand over with a reason and a photo.',
  pin_blocked: 'Too many wrong PINs: please hand over with a reason and a photo.',
  not_allowed: 'This step was done already, or is not possible any more.',
  not_found: 'This delivery is not yours any more.',
  bad_packs: 'Please count the packs again.',
  bad_pin: 'The PIN has 4 digits.',
  no_proof: 'A PIN, or a reason with a photo, is needed.',
  bad_reason: 'Please say why, in a few words.',
  bad_photo: 'The photo did not arrive, or was used before. Please take a new one.',
}

/** Steps that our server said no to, each with why; read once, they are gone. */
export function RefusedSteps() {
  const refused = usePhoneSteps().filter((kept) => kept.outcome !== 'done' && !isWaiting(kept))
  if (refused.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label="What was refused">
      {refused.map(({ step, outcome }) => (
        <li
          key={step.id}
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-control bg-bad-soft p-4 text-bad"
        >
          <span className="min-w-0 grow">
            {words[outcome ?? ''] ?? 'This step could not be read. Please call us.'}
          </span>
          <button
            type="button"
            className="min-h-11 px-3 font-semibold underline"
            onClick={() => void forgetStep(step.id)}
          >
            Understood
          </button>
        </li>
      ))}
    </ul>
  )
}
