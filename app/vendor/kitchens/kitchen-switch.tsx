import { Check, CookingPot } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { KitchenToSwitch } from './kitchens-to-switch.server.ts'

/** The kitchens of somebody who works in several: which is in front, what waits in each, and one press to another. */
export function KitchenSwitch({ kitchens }: { kitchens: readonly KitchenToSwitch[] }) {
  return (
    <section aria-label="Your kitchens" className="mb-3 border-b border-line pb-3">
      <ul className="grid gap-1">
        {kitchens.map((kitchen) => (
          <li key={kitchen.vendor_id}>
            {kitchen.is_front ? (
              <p aria-current="true" className={`${row} font-bold`}>
                <Check aria-hidden="true" size={18} className="shrink-0" />
                <KitchenLine kitchen={kitchen} />
              </p>
            ) : (
              <SwitchForm vendor_id={kitchen.vendor_id}>
                <button type="submit" className={`${row} hover:bg-sunken`}>
                  <span className="w-[18px] shrink-0" />
                  <KitchenLine kitchen={kitchen} />
                </button>
              </SwitchForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const line = 'flex min-h-11 items-center gap-2 rounded-control px-3'
const row = `${line} w-full text-left`

function KitchenLine({ kitchen: { name, waiting } }: { kitchen: KitchenToSwitch }) {
  return (
    <>
      <span className="min-w-0 grow break-words">{name}</span>
      {waiting > 0 && (
        <span className="money shrink-0 rounded-full bg-warn-soft px-2 text-sm text-warn">
          {waiting}
          <span className="sr-only"> new</span>
        </span>
      )}
    </>
  )
}

/** On a phone, where the sidebar is a drawer: which kitchen is in front, and what waits in the others. */
export function FrontKitchen({ kitchens }: { kitchens: readonly KitchenToSwitch[] }) {
  const front = kitchens.find(({ is_front }) => is_front)
  const elsewhere = kitchens.reduce((sum, { is_front, waiting }) => sum + (is_front ? 0 : waiting), 0)
  return (
    <Link
      to={'/vendor-kitchens' satisfies Address}
      className={`mb-4 border border-line bg-surface lg:hidden print:hidden ${line}`}
    >
      <CookingPot aria-hidden="true" size={18} className="shrink-0" />
      <strong className="min-w-0 grow break-words">{front?.name}</strong>
      <span className="shrink-0 text-sm text-ink-soft">
        {elsewhere > 0 ? `${elsewhere} new elsewhere` : 'Other kitchens'}
      </span>
    </Link>
  )
}

/** A press that puts another kitchen in front; the whole page is loaded anew, so that nothing of the last one stays. */
export function SwitchForm(props: { vendor_id: string; next?: string | undefined; children: React.ReactNode }) {
  return (
    <Form method="post" action={'/vendor-kitchens' satisfies Address} reloadDocument>
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="vendor_id" value={props.vendor_id} />
      {props.next && <input type="hidden" name="next" value={props.next} />}
      {props.children}
    </Form>
  )
}
