import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'

/**
 * The parts of the checkout that need no script, sent as HTML so that no script has to carry them.
 */

/** Whether a rider brings the food or its customer fetches it. */
export const collectChoice = (): string => renderToStaticMarkup(<CollectChoice />)

/** What somebody reads whose browser runs no script. */
export const withoutScript = (): string => renderToStaticMarkup(<WithoutScript />)

function CollectChoice() {
  return (
    <fieldset aria-describedby="collects-about">
      <legend className="font-semibold">How do you get it?</legend>
      <div className="flex flex-wrap gap-x-6">
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="collects" value="no" defaultChecked className="size-6 shrink-0" />
          Deliver it
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="collects" value="yes" className="size-6 shrink-0" />
          Collect it at the kitchen
        </label>
      </div>
      <p id="collects-about" className="text-sm text-ink-soft">
        Who collects it pays no delivery fee, and may leave the address empty.
      </p>
    </fieldset>
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
