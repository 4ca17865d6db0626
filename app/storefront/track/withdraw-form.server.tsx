import { renderToStaticMarkup } from 'react-dom/server'
import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Cancels one order of the cart after asking once: HTML with a form of its own, so that no script has to carry it. */
export const withdrawForm = (order: Asked): string => renderToStaticMarkup(<Withdraw {...order} />)

type Asked = { id: number; track_token: string; goes_back_kobo: Kobo }

function Withdraw({ id, track_token, goes_back_kobo }: Asked) {
  return (
    <details className="mt-5 rounded-control bg-sunken p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Cancel this order</summary>
      <form method="post" className="grid gap-3">
        <p>
          Cancel order {id}? {formatNaira(goes_back_kobo)} goes back to the card or account it was paid from. You can
          cancel until the restaurant accepts it.
        </p>
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="track_token" value={track_token} />
        <button type="submit" className={buttonClass('quiet', 'justify-self-start')}>
          Yes, cancel order {id}
        </button>
      </form>
    </details>
  )
}
