import { html } from 'hono/html'
import { type Behaviour, behaviour_fields, behaviour_patch, default_behaviour } from '../behaviour/behaviour.ts'
import type { Html } from '../pages/layout.ts'

type Field = keyof Behaviour

const groups: [string, [Field, string][]][] = [
  [
    'The payment',
    [
      ['settle', 'When the money is there'],
      ['settle_seconds', 'Seconds a pending payment takes'],
      ['amount', 'Amount that arrives'],
      ['currency', 'Currency that arrives'],
      ['callback_status', 'What the browser is told'],
      ['script_failures', 'Times the script fails to load'],
      ['frame_failures', 'Times the payment page fails to load'],
    ],
  ],
  [
    'Webhooks',
    [
      ['webhook', 'How they come'],
      ['webhook_late_seconds', 'Seconds when late'],
      ['webhook_shape', 'Shape of the body'],
      ['webhook_auth', 'Proof of the sender'],
      ['refund_webhook', 'Webhooks for refunds'],
    ],
  ],
  [
    'Flutterwave’s API',
    [
      ['verify', 'Verify'],
      ['verify_by_reference', 'Which attempt a reference finds'],
      ['lists', 'Lists of transactions and refunds'],
      ['refund', 'Refunds'],
      ['refund_comments', 'Comments of refunds'],
      ['transfer', 'Transfers'],
    ],
  ],
  [
    'Other services',
    [
      ['paystack', 'Paystack'],
      ['sms', 'SMS gateway'],
      ['termii', 'Second SMS gateway'],
      ['push', 'Push service'],
      ['sms_report', 'Delivery reports of both'],
      ['smtp', 'Mail server'],
      ['nominatim', 'Maps'],
      ['hang_seconds', 'Seconds a hang lasts'],
    ],
  ],
]

/** Every switch as a form; what differs from normal is marked. */
export function switches(behaviour: Behaviour): Html {
  return html`<form method="post" action="/control/form/behaviour">
      ${groups.map(
        ([name, fields]) =>
          html`<h2>${name}</h2>
            <div class="grid">${fields.map(([field, label]) => control(field, label, behaviour))}</div>`,
      )}
      <p><button>Set</button></p>
    </form>
    <form method="post" action="/control/form/reset"><button class="quiet">Everything back to normal</button></form>`
}

function control(field: Field, label: string, behaviour: Behaviour): Html {
  const value = behaviour[field]
  const changed = value === default_behaviour[field] ? '' : 'changed'
  return html`<div>
    <label for="${field}">${label}</label>
    ${
      typeof value === 'number'
        ? html`<input class="${changed}" id="${field}" name="${field}" type="number" min="0" value="${value}" />`
        : html`<select class="${changed}" id="${field}" name="${field}">
          ${optionsOf(field).map(
            (option) =>
              html`<option value="${option}" ${option === value ? 'selected' : ''}>
                ${option.replaceAll('_', ' ')}
              </option>`,
          )}
        </select>`
    }
  </div>`
}

function optionsOf(field: Field): string[] {
  const schema = behaviour_fields[field]
  return 'options' in schema ? schema.options : []
}

/** A submitted form as a change of behaviour; throws a ZodError on a value the switch does not have. */
export function readSwitches(form: Record<string, unknown>): Partial<Behaviour> {
  const typed = Object.entries(form).map(([field, value]) => [
    field,
    typeof default_behaviour[field as Field] === 'number' ? Number(value) : value,
  ])
  return behaviour_patch.parse(Object.fromEntries(typed))
}
