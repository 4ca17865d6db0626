import type { GroupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { buttonClass } from '../../ui/button.tsx'
import { timeAndDay } from './group-facts.server.tsx'

/** The link for the others, with a text for WhatsApp that names nobody. */
export function ShareLink({ page, url }: { page: Pick<GroupPage, 'vendor' | 'choose_until'>; url: string }) {
  const { vendor, choose_until } = page
  const words = `Let's order together from ${vendor.name}! Add your own dishes until ${timeAndDay(choose_until)}:`
  const text = encodeURIComponent(`${words} ${url}`)
  return (
    <section aria-labelledby="link-heading" className="card grid gap-4 p-5">
      <h2 id="link-heading" className="text-lg font-bold">
        Your friends join by this link
      </h2>
      <label className="font-semibold">
        Send it to them
        <input className="field" readOnly value={url} />
      </label>
      <p className="flex flex-wrap gap-3 *:grow">
        <a className={buttonClass('brand')} href={`https://wa.me/?text=${text}`} target="_blank" rel="noreferrer">
          Send by WhatsApp
        </a>
        <a className={buttonClass('quiet')} href={`sms:?body=${text}`}>
          Send by SMS
        </a>
      </p>
    </section>
  )
}
