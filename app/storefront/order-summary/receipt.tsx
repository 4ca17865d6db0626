import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { rememberOrder } from '../orders/phone-orders.ts'
import { clearPaidOrder } from './pending-order.ts'

export type PaidOrder = {
  /** The receipt itself (`receiptPaper`). */
  html: string
  /** What offers to tell this phone of the order (`pushOffer`); once it has come, the code for friends. */
  push: string
  link_token: string
  track_token: string
  order_ids: number[]
  vendors: string[]
  /** The query of links in a back office, whose devices neither keep nor remember what is a customer's. */
  desk: '' | '?desk=1'
}

/** The receipt: shown, remembered among this phone's orders, printable; its dishes leave the cart. */
export function Receipt({ paid }: { paid: PaidOrder }) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (paid.desk) return
    rememberOrder(paid)
    // Seen again, the receipt stays where it is: a page that moves from beneath a finger loses its tap.
    if (!clearPaidOrder(paid.link_token)) return
    // A customer who just paid has scrolled down to the button; the good news is up here.
    window.scrollTo(0, 0)
    article.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [paid])
  return (
    <article ref={article} className="card p-5 sm:p-8">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: paid.html }} />
      <div className="no-print mt-6 grid grid-cols-2 gap-3">
        <Link
          className={buttonClass('primary', 'col-span-2')}
          to={`/track/${paid.track_token}${paid.desk}` satisfies Address}
        >
          Follow your order
        </Link>
        <Link className={buttonClass('brand')} to={'/' satisfies Address}>
          Home
        </Link>
        <button type="button" className={buttonClass('quiet')} onClick={() => window.print()}>
          Print Receipt
        </button>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div dangerouslySetInnerHTML={{ __html: paid.push }} />
    </article>
  )
}
