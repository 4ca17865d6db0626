import { html, raw } from 'hono/html'
import { type Html, nairaOf } from '../../pages/layout.ts'
import type { PaymentMethod } from './config.ts'
import { cardPanels, transferPanels, ussdPanels } from './panels.ts'
import type { CheckoutSession } from './session-book.ts'

const method_names: Record<PaymentMethod, string> = {
  card: 'Card',
  ussd: 'USSD',
  banktransfer: 'Bank transfer',
}

/** The page a customer pays on, in a frame over the merchant's page or on its own. */
export function checkoutPage(session: CheckoutSession): Html {
  const { checkout } = session
  const title = checkout.customizations.title || 'Merchant'
  const facts = {
    id: session.id,
    mode: session.mode,
    tx_ref: checkout.tx_ref,
    amount: checkout.amount_kobo / 100,
    redirect_url: session.mode === 'hosted' ? (checkout.redirect_url ?? null) : null,
  }
  return shell(
    `Pay ${title}`,
    html`<script type="application/json" id="session">${raw(JSON.stringify(facts).replaceAll('<', '\\u003c'))}</script>
      <header>
        <div>
          <h1>${title}</h1>
          <p class="quiet">${checkout.customizations.description || checkout.customer.email}</p>
        </div>
        <button type="button" class="close" data-close aria-label="Close the payment window">${cross}</button>
      </header>
      <p class="amount"><span class="quiet">You pay</span> <strong>${nairaOf(checkout.amount_kobo)}</strong></p>
      <div class="tabs" role="tablist" aria-label="How do you want to pay?" data-methods>
        ${checkout.methods.map(
          (method, i) =>
            html`<button type="button" role="tab" id="tab-${method}" aria-controls="panel-${method}"
              aria-selected="${String(i === 0)}" tabindex="${i === 0 ? 0 : -1}">${method_names[method]}</button>`,
        )}
      </div>
      <p role="alert" class="alert" id="alert"></p>
      ${checkout.methods.map((method, i) => methodPanel(method, i === 0, nairaOf(checkout.amount_kobo)))}
      ${endPanels(title)}
      <p class="quiet reference">Reference ${checkout.tx_ref}</p>`,
    html`<script type="module" src="/flutterwave/pay/browser/frame.ts"></script>`,
  )
}

/** Shown instead if paying is impossible: wrong checksum, wrong key, expired link. */
export function refusalPage(refusal: string): Html {
  return shell(
    'Payment not possible',
    html`<header>
        <h1>Payment not possible</h1>
        <button type="button" class="close" data-close aria-label="Close the payment window">${cross}</button>
      </header>
      <p role="alert" class="alert">${refusal}.</p>
      <p class="after">Nothing was charged. Close this window and try again from the shop.</p>
      <p><button type="button" data-close>Close</button></p>`,
    html`<script type="module" src="/flutterwave/pay/browser/frame.ts"></script>`,
  )
}

function methodPanel(method: PaymentMethod, shown: boolean, amount: string): Html {
  const panels = { card: cardPanels, ussd: ussdPanels, banktransfer: transferPanels }[method]
  return html`<div role="tabpanel" id="panel-${method}" aria-labelledby="tab-${method}" ${shown ? '' : 'hidden'}>
    ${panels(amount)}
  </div>`
}

function endPanels(title: string): Html {
  return html`<section data-step="waiting" tabindex="-1" hidden>
      <h2>Waiting for your bank</h2>
      <div class="spinner" aria-hidden="true"></div>
      <p role="status">This takes a few seconds. We keep asking.</p>
    </section>
    <section data-step="pending" tabindex="-1" hidden>
      <h2>Not confirmed yet</h2>
      <div class="spinner" aria-hidden="true"></div>
      <p role="status">Your bank has not confirmed the payment. You may close this window; the shop is told later.</p>
      <p><button type="button" data-close>Return to ${title}</button></p>
    </section>
    <section data-step="paid" tabindex="-1" hidden>
      <svg class="tick" viewBox="0 0 48 48" aria-hidden="true"><path d="M12 25l8 8 16-18" /></svg>
      <h2>Payment successful</h2>
      <p role="status">The shop has been told. It was play money.</p>
      <p><button type="button" data-close>Return to ${title}</button></p>
    </section>`
}

const cross = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>`

function shell(title: string, body: Html, scripts: Html): Html {
  return html`<!doctype html>
<html lang="en-NG">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title} – Sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/flutterwave/pay/frame.css" />
    ${scripts}
  </head>
  <body>
    <header class="strip">Sandbox – no real money</header>
    <main>${body}</main>
  </body>
</html>`
}
