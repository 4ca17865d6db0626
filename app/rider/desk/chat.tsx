import { useState } from 'react'
import { LONGEST_LINE } from '../../../domain/chat/forms.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useRefused } from '../../ui/forms/use-refused.ts'
import type { DeliveryView } from './desk-view.server.ts'

/** What is said most, with one press. */
const quick_answers = {
  at_kitchen: ['Your food is not ready yet. I wait for it.', 'I come to the restaurant now.'],
  on_the_way: ['I am on my way to you.', 'Where exactly are you?', 'Please come out to the gate.'],
} as const

const looks = { theirs: 'mr-6 border border-line', ours: 'ml-6 bg-sunken' }

/** What the rider and the customer wrote each other, and the next line: by one press, or in own words. */
export function Chat({ delivery, is_on_the_way }: { delivery: DeliveryView; is_on_the_way: boolean }) {
  const { delivery_id, chat, customer } = delivery
  const subject = { name: 'id', value: delivery_id }
  const refused = useRefused('write', subject)
  const [round, setRound] = useState(0)
  return (
    <section aria-label={`Chat with ${customer.first_name} about order ${delivery.order_id}`} className="grid gap-2">
      {chat.length > 0 && (
        <ol className="grid gap-2" aria-live="polite">
          {chat.map(({ id, name, text, when }) => (
            <li key={id} className={`break-words rounded-control p-3 ${looks[name === null ? 'theirs' : 'ours']}`}>
              <span className="block text-sm text-ink-soft">
                {name ?? customer.first_name} · {when}
              </span>
              {text}
            </li>
          ))}
        </ol>
      )}
      <details className="unfolds" open={refused !== null}>
        <summary className="min-h-11 content-center font-semibold">Write to {customer.first_name}…</summary>
        <div className="mt-2 grid gap-2">
          {quick_answers[is_on_the_way ? 'on_the_way' : 'at_kitchen'].map((text) => (
            <ActionForm
              key={text}
              intent="write"
              action="/rider-dashboard"
              subject={subject}
              button={text}
              busy="Sending…"
              look="quiet"
            >
              <input type="hidden" name="text" value={text} />
            </ActionForm>
          ))}
          <ActionForm
            key={round}
            intent="write"
            action="/rider-dashboard"
            subject={subject}
            button="Send"
            look="brand"
            busy="Sending…"
            lost="It may not have been sent."
            onDone={() => setRound(round + 1)}
          >
            <Field
              name="text"
              label="In your own words"
              hint="On the customer’s page, and by SMS where nobody looks."
              maxLength={LONGEST_LINE}
              required
            />
          </ActionForm>
        </div>
      </details>
    </section>
  )
}
