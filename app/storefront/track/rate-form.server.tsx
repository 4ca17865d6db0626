import { renderToStaticMarkup } from 'react-dom/server'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Notice } from '../../ui/notice.tsx'

type Rated = {
  track_token: string
  rating: { food: number; delivery: number } | null
  /** Whether its customer fetched it. */
  collects: boolean
}

/**
 * Two rows of stars and a line, once per delivered order; afterwards what was given. HTML with a form of its own, so
 * that no script has to carry it, and that the worker keeps what was typed without a line (app/workers/keep-form.ts).
 */
export const rateForm = (order: Rated, refused: Refused | null = null): string =>
  renderToStaticMarkup(<Rate order={order} refused={refused} />)

function Rate({ order, refused }: { order: Rated; refused: Refused | null }) {
  const hand_over = order.collects ? 'Collecting it' : 'The delivery'
  if (order.rating) {
    return (
      <p className="mt-5 rounded-control bg-good-soft p-4 text-good">
        Thank you! You gave {order.rating.food} of 5 stars for the food and {order.rating.delivery} for{' '}
        {hand_over.toLowerCase()}.
      </p>
    )
  }
  return (
    <form method="post" className="mt-5 grid gap-4 rounded-control bg-sunken p-4">
      <h3 className="font-bold">How was it?</h3>
      <input type="hidden" name="track_token" value={order.track_token} />
      <Stars name="food" label="The food" error={refused?.errors['food']} given={refused?.typed['food']} />
      <Stars name="delivery" label={hand_over} error={refused?.errors['delivery']} given={refused?.typed['delivery']} />
      <label>
        <span className="text-sm font-semibold">A line for the restaurant, if you like</span>
        <textarea name="line" rows={2} maxLength={300} defaultValue={refused?.typed['line']} className="field" />
        {refused?.errors['line'] && <span className="text-sm text-bad">{refused.errors['line']}</span>}
      </label>
      {refused?.said && <Notice kind="bad">{refused.said}</Notice>}
      <button type="submit" className={buttonClass('primary')}>
        Send rating
      </button>
    </form>
  )
}

type StarsProps = { name: string; label: string; error: string | undefined; given: string | undefined }

/** Five radio buttons that look like stars: arrow keys move, a screen reader says "4 of 5 stars". */
function Stars({ name, label, error, given }: StarsProps) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="text-sm font-semibold">{label}</legend>
      {/* From five to one, so that the style can light what stands behind the chosen one. */}
      <div className="stars">
        {[5, 4, 3, 2, 1].map((count) => (
          <label key={count}>
            <input
              type="radio"
              name={name}
              value={count}
              defaultChecked={given === String(count)}
              className="sr-only"
              required
            />
            <span aria-hidden="true">★</span>
            <span className="sr-only">{`${count} of 5 stars`}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
