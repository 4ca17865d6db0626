import { renderToStaticMarkup } from 'react-dom/server'
import type { VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { CHOOSE_MINUTES } from '../../../domain/checkout/group-orders/rules.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import type { SharedRides } from '../../../domain/orders/runs/ride-settings.ts'
import type { DeliveryPlace } from '../../../domain/places/delivery-places.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, FieldError, RefusedContext } from '../../ui/forms/field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { slotValue } from '../checkout/slot-value.ts'

type Page = {
  vendor: VendorMenu['vendor']
  places: readonly DeliveryPlace[]
  slots: readonly Date[]
  rides: SharedRides
  now: Date
  /** What its browser will be known by. */
  secret: string
  refused: Refused | null
}

/** What somebody reads and fills in who starts a group order, as HTML that needs no script. */
export const startHtml = (page: Page): string => renderToStaticMarkup(<Start {...page} />)

function Start({ vendor, places, slots, rides, now, secret, refused }: Page) {
  const each = refused?.typed['pays'] === 'each'
  return (
    <>
      <h1 className="text-3xl font-extrabold">Order together from {vendor.name}</h1>
      <p className="mt-3">
        You get a link for your friends. Everybody adds their own dishes, and one delivery brings them to one place. It
        works on every phone, and nobody needs an account.
      </p>
      {refused?.said && (
        <div className="mt-4">
          <Notice kind="bad">{refused.said}</Notice>
        </div>
      )}
      {vendor.closed_text && (
        <div className="mt-4">
          <Notice kind="warn">{vendor.closed_text}. You can choose a later time.</Notice>
        </div>
      )}
      <form method="post" className="card mt-5 grid gap-5 p-5">
        <input type="hidden" name="key" value={secret} />
        <RefusedContext value={refused}>
          <Field
            name="name"
            label="Your first name"
            hint="Your friends and the restaurant read it beside your dishes."
            autoComplete="given-name"
            maxLength={20}
            required
          />
          <fieldset aria-describedby="pays-about">
            <legend className="font-semibold">Who pays?</legend>
            <Pays value="one" words="I pay for all" chosen={!each} />
            {rides.offered === 'yes' && (
              <Pays value="each" words={`Everybody pays their own (up to ${rides.most} people)`} chosen={each} />
            )}
            <div id="pays-about">
              <FieldError error={refused?.errors['pays']} />
            </div>
          </fieldset>
          <Field
            name="most_each"
            label="Each friend may choose for (₦, optional)"
            hint="Where you pay for all: their dishes, without delivery. Empty for no limit."
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
          />
          <SelectField name="place" label="Bring it to" required>
            <option value="">Please choose a place</option>
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField name="slot" label="When?">
            <option value="">As soon as possible</option>
            {slots.map((slot) => (
              <option key={slot.getTime()} value={slotValue(slot)}>
                {slotText(slot, now)}
              </option>
            ))}
          </SelectField>
          <SelectField name="minutes" label="Everybody can choose for" defaultValue="30">
            {CHOOSE_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`}
              </option>
            ))}
          </SelectField>
        </RefusedContext>
        <button type="submit" className={buttonClass('primary')}>
          Start the group order
        </button>
        <p className="text-sm text-ink-soft">Nothing is ordered or paid yet.</p>
      </form>
      <p className="mt-6">
        <a href={`/restaurant/${vendor.slug}` satisfies Address} className={buttonClass('quiet')}>
          Back to the menu
        </a>
      </p>
    </>
  )
}

function Pays({ value, words, chosen }: { value: string; words: string; chosen: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name="pays" value={value} defaultChecked={chosen} className="size-6 shrink-0" />
      {words}
    </label>
  )
}
