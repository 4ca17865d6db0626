import { Hono } from 'hono'
import { html } from 'hono/html'
import { email_sentinels, phone_sentinels } from '../behaviour/sentinels.ts'
import { failing_otps, test_cards, test_otp, test_pin } from '../flutterwave/checkout/cards.ts'
import { account_sentinels } from '../paystack/routes.ts'
import type { World } from '../world.ts'
import { type Html, page } from './layout.ts'
import { table } from './table.ts'

export function startPageRoutes(world: World) {
  const routes = new Hono()
  const { app_url } = world.settings
  routes.get('/', (c) => c.html(page({ title: 'Sandbox', path: '/', app_url, body: start(world) })))
  return routes
}

function start(world: World): Html {
  const services = ['/flutterwave/v3', '/paystack', '/smarthive', '/termii', '/push', '/nominatim']
  return html`<p>
      This server stands in for the payment provider, the bank list, the SMS gateway, the map service and the mail
      server. It speaks their protocols, moves no money and sends nothing anywhere.
    </p>
    <ul>
      <li><a href="/inbox">Inbox</a>: text messages and mails the product sent</li>
      <li><a href="/control">Control</a>: payments and webhooks, and switches that make things go wrong</li>
      <li><a href="${world.settings.app_url}">The product</a></li>
    </ul>
    <p class="meta">
      Base addresses: ${services.map((path) => html`<code>${world.origin}${path}</code> `)}
    </p>
    <h2>Test cards</h2>
    <p>
      PIN <code>${test_pin}</code>, OTP <code>${test_otp}</code> or any other; OTP
      ${Object.entries(failing_otps).map(([otp, why]) => html`<code>${otp}</code> fails (${why}) `)}
    </p>
    ${table(
      'Test cards',
      ['Card', 'Number', 'Expiry', 'CVV', 'Outcome'],
      test_cards.map((card) => [
        card.label,
        html`<code>${card.number}</code>`,
        card.expiry,
        card.cvv,
        card.refusal ? `fails: ${card.refusal}` : 'pays',
      ]),
    )}
    <h2>Words before a + in the customer’s mail address</h2>
    <p>For example <code>late-webhook+ada@example.com</code>. They can be joined.</p>
    ${table(
      'Mail addresses',
      ['Address begins', 'What happens'],
      Object.entries(email_sentinels).map(([word, { effect }]) => [html`<code>${word}+</code>`, effect]),
    )}
    <h2>Phone numbers that end in</h2>
    ${table(
      'Phone numbers',
      ['Ending', 'What happens'],
      Object.entries(phone_sentinels).map(([ending, { effect }]) => [html`<code>${ending}</code>`, effect]),
    )}
    <h2>Bank account numbers</h2>
    <p>Every other number of 10 digits has a holder. At Test Bank (001) it is “TEST ACCOUNT” and the number.</p>
    ${table(
      'Bank accounts',
      ['Account', 'What happens'],
      Object.entries(account_sentinels).map(([account, effect]) => [html`<code>${account}</code>`, effect]),
    )}`
}
