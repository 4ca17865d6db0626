import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { campusDate } from '../../../domain/clock.ts'
import { slotText } from '../../../domain/orders/begun-at.ts'
import { buttonClass } from '../../ui/button.tsx'
import { slotValue } from './slot-value.ts'

/**
 * The parts of the checkout that need no script, sent as HTML so that no script has to carry them.
 */

/** What was chosen, by the names of the fields. */
type Chosen = Readonly<Record<string, string>>

/** Whether a rider brings the food or its customer fetches it, and when; as it was `chosen` before. */
export const howAndWhen = (slots: readonly Date[], now: Date, chosen: Chosen = {}): string =>
  renderToStaticMarkup(
    <>
      <CollectChoice chosen={chosen} />
      <SlotChoice slots={slots} now={now} chosen={chosen} />
    </>,
  )

/** What somebody reads whose browser runs no script. */
export const withoutScript = (): string => renderToStaticMarkup(<WithoutScript />)

function CollectChoice({ chosen }: { chosen: Chosen }) {
  const collects = chosen['collects'] === 'yes'
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
          Collect it at the kitchen
        </label>
      </div>
      <p id="collects-about" className="text-sm text-ink-soft">
        Who collects it pays no delivery fee, and may leave the address empty.
      </p>
    </fieldset>
  )
}

function SlotChoice({ slots, now, chosen }: { slots: readonly Date[]; now: Date; chosen: Chosen }) {
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
      <select id="slot" name="slot" className="field" defaultValue={chosen['slot'] ?? ''}>
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
    </div>
  )
}

function WithoutScript() {
  return (
    <p className="mt-4">
      Paying needs JavaScript, which is turned off in this browser. You can also order by phone:{' '}
      <a href={`tel:${brand.support_phone.replaceAll(' ', '')}`} className={buttonClass('quiet')}>
        {brand.support_phone}
      </a>
    </p>
  )
}
