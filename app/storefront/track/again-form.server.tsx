import { renderToStaticMarkup } from 'react-dom/server'
import { buttonClass } from '../../ui/button.tsx'

/** Puts all that was ordered into the cart: HTML with a form of its own, so that no script has to carry it. */
export const againForm = (): string =>
  renderToStaticMarkup(
    <form method="post" className="mt-6">
      <button type="submit" name="intent" value="again" className={buttonClass('primary', 'w-full')}>
        Order again
      </button>
    </form>,
  )
