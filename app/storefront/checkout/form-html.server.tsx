import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { percentsOf } from '../../../domain/orders/runs/join-run.ts'
import type { SharedRides } from '../../../domain/orders/runs/ride-settings.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { slotValue } from './slot-value.ts'

/**
 * The parts of the checkout that need no script, sent as HTML so that no script has to carry them.
 */

/** What was chosen and what is wrong with it, by the names of the fields; `free` are slots that can be had instead. */
type Answered = Partial<Pick<Refused, 'typed' | 'errors'>> & { free?: readonly Date[]; form?: FormData }

/** Whether a rider brings the food or its customer fetches it, when, and with whom; as it was chosen before. */
export const howAndWhen = (slots: readonly Date[], now: Date, rides: SharedRides, answered: Answered = {}): string =>
  renderToStaticMarkup(
    <>
      {/* Enter in a field presses the first button of a form: it must not be one that takes another slot or place. */}
      {answered.typed && <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />}
      <CollectChoice collects={answered.typed?.['collects'] === 'yes'} />
      <SlotChoice slots={slots} now={now} {...answered} />
      {rides.offered === 'yes' && <RideChoice rides={rides} {...answered} />}
    </>,
  )

/** What somebody reads whose browser runs no script. */
export const withoutScript = (): string => renderToStaticMarkup(<WithoutScript />)

function CollectChoice({ collects }: { collects: boolean }) {
  return (
    <fieldset aria-describedby="collects-about">
      <legend className="font-semibold">How do you get it?</legend>
      <div className="flex flex-wrap gap-x-6">
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="collects" value="no" defaultChecked={!collects} className="size-6 shrink-0" />
          Deliver it
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="collects" value="yes" defaultChecked={collects} className="size-6 shrink-0" />
          Collect it at the restaurant
        </label>
      </div>
      <p id="collects-about" className="text-sm text-ink-soft">
        If you collect it, you pay no delivery fee and can leave the address empty.
      </p>
    </fieldset>
  )
}

function SlotChoice({ slots, now, typed, errors, free = [] }: Answered & { slots: readonly Date[]; now: Date }) {
  const today = campusDate(now)
  const days = [
    { label: 'Today', of: slots.filter((slot) => campusDate(slot) === today) },
    { label: 'Tomorrow', of: slots.filter((slot) => campusDate(slot) !== today) },
  ]
  return (
    <div className="mt-5">
      <label htmlFor="slot" className="font-semibold">
        When?
      </label>
      <select
        id="slot"
        name="slot"
        className="field"
        defaultValue={typed?.['slot'] ?? ''}
        aria-invalid={errors?.['slot'] ? true : undefined}
        aria-describedby={errors?.['slot'] ? 'slot-about slot-riders' : 'slot-riders'}
      >
        <option value="">As soon as possible</option>
        {days.map(({ label, of }) => (
          <optgroup key={label} label={label}>
            {of.map((slot) => (
              <option key={slot.getTime()} value={slotValue(slot)}>
                {slotText(slot, now)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <FieldError id="slot-about" error={errors?.['slot']} />
      <p id="slot-riders" className="text-sm text-ink-soft">
        Where no rider is planned for your time yet, you are asked before you pay.
      </p>
      {free.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <span>Free near it:</span>
          {free.map((slot) => (
            <button
              key={slot.getTime()}
              type="submit"
              name="slot"
              value={slotValue(slot)}
              className={buttonClass('brand')}
            >
              {slotText(slot, now)}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

/**
 * Whether the ride is shared. Nobody rides for what is collected, so it is hidden then; its name begins with a line, so
 * that no phone keeps it (`saveDraft`): without a time it would be refused.
 */
function RideChoice({ rides, form, errors }: Answered & { rides: SharedRides }) {
  const error = errors?.['_ride']
  const parts = percentsOf(rides).slice(0, rides.most - 1)
  const words = parts.map((percent, place) => `${sharers[place]} ${percent}\u00a0%`).join(', ')
  return (
    <div className="mt-2 [form:has([value=yes]:checked)_&]:hidden">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="_ride"
          value="share"
          defaultChecked={form?.get('_ride') === 'share'}
          className="size-6 shrink-0"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'ride-error ride-about' : 'ride-about'}
        />
        Share the ride
      </label>
      <FieldError id="ride-error" error={error} />
      <p id="ride-about" className="text-sm text-ink-soft">
        Choose a time, and others who order from the same restaurant to your place can join you. Then each of you pays
        less of the delivery fee: {words}. If you paid too much, the rest comes back by itself once the restaurant
        begins to cook.
      </p>
    </div>
  )
}

const sharers = ['with two', 'with three', 'with four']

function WithoutScript() {
  return (
    <p className="mt-4">
      Your dishes stand in{' '}
      <a href={'/cart' satisfies Address} className="text-link underline">
        your cart
      </a>
      . You can also order by phone:{' '}
      <a href={`tel:${brand.support_phone.replaceAll(' ', '')}`} className={buttonClass('quiet')}>
        {brand.support_phone}
      </a>
    </p>
  )
}
