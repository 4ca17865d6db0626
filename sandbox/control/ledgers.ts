import { html } from 'hono/html'
import type { Transaction } from '../flutterwave/transactions/book.ts'
import type { WebhookAttempt } from '../flutterwave/webhooks/book.ts'
import { type Html, nairaOf, timeOf } from '../pages/layout.ts'
import { type Cell, table } from '../pages/table.ts'
import type { World } from '../world.ts'

const shown = 20

export function transactionTable(world: World): Html {
  const { rows } = world.transactions.list({}, 1, shown)
  return ledger(
    'Transactions',
    ['Id', 'Reference', 'Customer', 'Amount', 'Status', 'When', 'Action'],
    rows.map((t) => [
      t.id,
      t.tx_ref,
      t.customer_email,
      t.currency === 'NGN' ? nairaOf(t.amount_kobo) : `${t.currency} ${t.amount_kobo / 100}`,
      html`<span class="${tone(t.status)}">${t.status}</span> ${t.processor_response ?? ''}`,
      timeOf(t.created_at_ms),
      actionOn(t),
    ]),
  )
}

export function webhookTable(world: World): Html {
  return ledger(
    'Webhooks',
    ['Id', 'About', 'State', 'Attempts', 'When', 'Action'],
    world.webhooks.newest(shown).map((w) => [
      w.id,
      html`${w.kind} ${w.subject_id ?? ''}
        <details>
          <summary>body</summary>
          <pre class="text">${w.headers}\n${w.body}</pre>
        </details>`,
      html`<span class="${tone(w.state)}">${w.state}</span>`,
      attempts(world.webhooks.attemptsOf(w.id)),
      timeOf(w.created_at_ms),
      html`<form method="post" action="/control/form/webhooks/${w.id}/resend">
        <button class="quiet">Resend</button>
      </form>`,
    ]),
  )
}

export function transferTable(world: World): Html {
  const { rows } = world.transfers.list({}, 1, shown)
  if (rows.length === 0) return html``
  return ledger(
    'Transfers',
    ['Id', 'Reference', 'To', 'Amount', 'Status', 'When', 'Action'],
    rows.map((t) => [
      t.id,
      t.reference,
      `${t.full_name}, ${t.bank_name} ${t.account_number}`,
      nairaOf(t.amount_kobo),
      html`<span class="${tone(t.status)}">${t.status}</span> ${t.complete_message}`,
      timeOf(t.created_at_ms),
      t.status === 'NEW' || t.status === 'PENDING'
        ? settleButtons(`/control/form/settle-transfer/${t.id}`, ['SUCCESSFUL', 'FAILED'])
        : '',
    ]),
  )
}

export function refundTable(world: World): Html {
  const rows = world.refunds.newest(shown, 0)
  if (rows.length === 0) return html``
  return ledger(
    'Refunds',
    ['Id', 'Transaction', 'Amount', 'Status', 'When'],
    rows.map((made) => [
      made.id,
      made.transaction_id,
      nairaOf(made.amount_kobo),
      html`<span class="${tone(made.status)}">${made.status}</span>`,
      timeOf(made.created_at_ms),
    ]),
  )
}

export function chargebackTable(world: World): Html {
  const { rows } = world.chargebacks.list({}, shown, 0)
  if (rows.length === 0) return html``
  return ledger(
    'Chargebacks',
    ['Id', 'Transaction', 'Amount', 'Status', 'When', 'Action'],
    rows.map((row) => [
      row.id,
      row.transaction_id,
      nairaOf(row.amount_kobo),
      row.status,
      timeOf(row.created_at_ms),
      settleButtons(`/control/form/move-chargeback/${row.id}`, ['accepted', 'declined', 'won', 'lost']),
    ]),
  )
}

export function statsList(world: World): Html {
  const { requests, nominatim, started_at } = world.stats.read()
  const asked = Object.entries(requests).map(([service, n]) => `${service} ${n}`)
  const too_fast = nominatim.most_in_one_second > 1
  return html`<h2>Since ${timeOf(Date.parse(started_at))}</h2>
    <p>Requests: ${asked.join(', ') || 'none'}.</p>
    <p class="${too_fast ? 'bad' : ''}">
      Maps: at most ${nominatim.most_in_one_second} request(s) within one second; the public server allows 1.
    </p>`
}

const attempts = (tries: WebhookAttempt[]): Html =>
  html`${tries.map((t) => html`<div>${t.http_status || 'no answer'} in ${t.took_ms} ms: ${t.answer}</div>`)}`

const tone = (state: string): string =>
  ({ successful: 'good', delivered: 'good', completed: 'good', failed: 'bad' })[state.toLowerCase()] ?? ''

function actionOn(t: Transaction): Cell {
  if (t.status === 'pending') return settleButtons(`/control/form/settle/${t.id}`, ['successful', 'failed'])
  if (t.status !== 'successful') return ''
  return html`<form method="post" action="/control/form/charge-back/${t.id}">
    <button class="quiet">Charge back</button>
  </form>`
}

function settleButtons(action: string, statuses: readonly string[]): Html {
  return html`<form class="row" method="post" action="${action}">
    ${statuses.map(
      (status) => html`<button class="quiet" name="status" value="${status}">${status.toLowerCase()}</button>`,
    )}
  </form>`
}

function ledger(title: string, heads: string[], rows: Cell[][]): Html {
  return html`<h2>${title}</h2>
    ${rows.length === 0 ? html`<p>None yet.</p>` : table(title, heads, rows)}`
}
