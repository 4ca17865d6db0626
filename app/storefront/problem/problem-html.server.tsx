import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import type { OrderClaim } from '../../../domain/claims/claim-lists.ts'
import { LONGEST_WORDS } from '../../../domain/claims/forms.ts'
import { type ClaimKind, isAboutDishes } from '../../../domain/claims/lifecycle.ts'
import type { OrderItem } from '../../../domain/orders/tables.ts'
import { LARGEST_PICTURE_BYTES } from '../../request/read-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { kind_words } from '../../ui/claim-words.ts'
import type { Refused } from '../../ui/forms/action-answer.ts'
import { Field, FieldError, RefusedContext } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { ClaimSteps } from './claim-steps.tsx'

export const PHOTO_TOO_LARGE =
  'This photo is larger than 15 MB. Please choose a smaller one; all that you told us is kept.'

type Told = {
  order: { id: number; items: readonly OrderItem[] }
  track_token: string
  /** What can be wrong with it as it stands. */
  kinds: readonly ClaimKind[]
  claims: readonly OrderClaim[]
  refused: Refused | null
}

/** What was told about an order, and the forms to tell something, as HTML that needs no script. */
export const problemHtml = (told: Told): string => renderToStaticMarkup(<Problem {...told} />)

function Problem({ order, track_token, kinds, claims, refused }: Told) {
  const is_open = claims.at(-1)?.status === 'Open'
  // A photo has its field while a claim is open.
  const told = refused?.said || (!is_open && refused?.errors['picture'])
  return (
    <>
      <h1 className="text-3xl font-extrabold">Something wrong with order {order.id}?</h1>
      {told && (
        <div className="mt-4">
          <Notice kind="bad">{told}</Notice>
        </div>
      )}
      {claims.map((claim) => (
        <article key={claim.created_at.getTime()} className="card mt-5 p-5 sm:p-6">
          <ClaimSteps claim={claim} />
          {claim.photo && (
            <Picture
              src={claim.photo}
              alt="Your photo"
              sizes="20rem"
              className="mt-3 w-full max-w-xs rounded-control"
              eager
            />
          )}
          {claim.status === 'Open' && <More refused={refused} has_photo={claim.photo !== null} />}
        </article>
      ))}
      {!is_open && kinds.length > 0 && <Tell items={order.items} kinds={kinds} refused={refused} />}
      {!is_open && kinds.length === 0 && <p className="mt-5">It is too late to tell us here. Please call us.</p>}
      <WaysOn track_token={track_token} />
    </>
  )
}

/** What is shown once an order is long over: nothing of what was told about it. */
export const problemOverHtml = ({ id, track_token }: { id: number; track_token: string }): string =>
  renderToStaticMarkup(
    <>
      <h1 className="text-3xl font-extrabold">Order {id} was a while ago</h1>
      <p className="mt-5">
        What is wrong with an order can be told here for some days. Is something about this one still not right? Please
        call us, and we look at it together.
      </p>
      <WaysOn track_token={track_token} />
    </>,
  )

function WaysOn({ track_token }: { track_token: string }) {
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <a className={buttonClass('quiet')} href={`/track/${track_token}` satisfies Address}>
        Back to your order
      </a>
      <a className={buttonClass('quiet')} href={`tel:${brand.support_phone.replaceAll(' ', '')}`}>
        Call {brand.support_phone}
      </a>
    </p>
  )
}

/**
 * What goes with an open claim: a word more, and a photo. Each is sent by itself, so that none is lost by the other.
 */
function More({ refused, has_photo }: { refused: Refused | null; has_photo: boolean }) {
  return (
    <div className="mt-4 grid gap-5 border-t border-line pt-4">
      <form method="post" encType="multipart/form-data" className="grid gap-3">
        <input type="hidden" name="intent" value="photo" />
        <div>
          <label htmlFor="photo" className="font-semibold">
            {has_photo ? 'Another photo instead' : 'A photo, if you have one'}
          </label>
          <input
            id="photo"
            type="file"
            name="picture"
            accept="image/*"
            required
            className="field"
            data-most-bytes={LARGEST_PICTURE_BYTES}
            data-too-large={PHOTO_TOO_LARGE}
            data-wait="One moment: the photo is being made smaller."
          />
          <FieldError role="alert" error={refused?.errors['picture']} />
        </div>
        <button type="submit" className={buttonClass('quiet', 'justify-self-start')}>
          Send photo
        </button>
      </form>
      <form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="answer" />
        <RefusedContext value={refused}>
          <Field name="words" label="A word more" multiline maxLength={LONGEST_WORDS} required />
        </RefusedContext>
        <button type="submit" className={buttonClass('quiet', 'justify-self-start')}>
          Send
        </button>
      </form>
    </div>
  )
}

function Tell({
  items,
  kinds,
  refused,
}: {
  items: readonly OrderItem[]
  kinds: Told['kinds']
  refused: Refused | null
}) {
  return (
    <form method="post" className="card mt-5 grid gap-5 p-5 sm:p-6">
      <input type="hidden" name="intent" value="claim" />
      <fieldset>
        <legend className="font-semibold">What is wrong?</legend>
        {kinds.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={refused?.typed['kind'] === kind}
              required
              className="size-6 shrink-0"
            />
            {kind_words[kind]}
          </label>
        ))}
        <FieldError role="alert" error={refused?.errors['kind']} />
      </fieldset>
      <RefusedContext value={refused}>
        {kinds.some(isAboutDishes) && (
          <fieldset className="grid gap-3">
            <legend className="mb-3 font-semibold">Is it about dishes? Say how many of each.</legend>
            {items.map((item, place) => (
              <Field
                // biome-ignore lint/suspicious/noArrayIndexKey: what was ordered never changes its place.
                key={place}
                name={`dish_${place}`}
                label={`${nameWithChoices(item)}, of ${item.quantity}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={item.quantity}
                defaultValue="0"
              />
            ))}
            <FieldError role="alert" error={refused?.errors['dishes']} />
          </fieldset>
        )}
        <Field name="words" label="Tell us more, if you like" multiline maxLength={LONGEST_WORDS} />
      </RefusedContext>
      <p className="text-ink-soft">You can add a photo in the next step.</p>
      <button type="submit" className={buttonClass('primary')}>
        Tell us
      </button>
    </form>
  )
}
