import { html } from 'hono/html'
import type { Html } from '../../pages/layout.ts'
import { failing_otps, type TestCard, test_cards, test_otp, test_pin } from './cards.ts'
import { ussd_banks } from './ussd-banks.ts'

export function cardPanels(amount: string): Html {
  const [first] = test_cards
  const paying = test_cards.filter((card) => card.refusal === undefined)
  const failing = test_cards.filter((card) => card.refusal !== undefined)
  return html`<form data-step="card" data-post="card">
      <p class="field">
        <label for="number">Card number</label>
        <input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23"
          value="${first.number.replace(/(\d{4})(?=\d)/g, '$1 ')}" required />
      </p>
      <div class="pair">
        <p class="field">
          <label for="expiry">Expiry (MM/YY)</label>
          <input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" maxlength="5"
            value="${first.expiry}" required />
        </p>
        <p class="field">
          <label for="cvv">CVV</label>
          <input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" maxlength="4"
            value="${first.cvv}" required />
        </p>
      </div>
      <button>Pay ${amount}</button>
      <fieldset class="chips">
        <legend>Other test cards</legend>
        ${paying.map((card) => cardChip(card))}
        ${failing.map((card) => cardChip(card, 'bad'))}
      </fieldset>
    </form>
    <form data-step="pin" data-post="pin" hidden>
      <h2>Enter your card PIN</h2>
      <p class="field">
        <label for="pin">4-digit PIN</label>
        <input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="4" required />
      </p>
      ${hints('pin', [
        [test_pin, 'the right PIN'],
        ['0000', 'a wrong PIN'],
      ])}
      <button>Continue</button>
    </form>
    <form data-step="otp" data-post="otp" hidden>
      <h2>Enter the code from your bank</h2>
      <p class="quiet">A one-time password was sent to your phone (not really).</p>
      <p class="field">
        <label for="otp">One-time password</label>
        <input id="otp" name="otp" inputmode="numeric" autocomplete="off" maxlength="6" required />
      </p>
      ${hints('otp', [[test_otp, 'passes'], ...Object.entries(failing_otps)])}
      <button>Confirm payment</button>
    </form>
    <section data-step="bank_page" tabindex="-1" hidden>
      <h2>Mock Bank: is this you?</h2>
      <p>Your bank asks you to approve <strong>${amount}</strong> on its own page (3-D Secure).</p>
      <div class="stack">
        <button type="button" data-send='{"approve":true}' data-post="bank-page">Approve</button>
        <button type="button" class="second" data-send='{"approve":false}' data-post="bank-page">Refuse</button>
      </div>
    </section>`
}

function cardChip(card: TestCard, tone = ''): Html {
  const values = JSON.stringify({ number: card.number, expiry: card.expiry, cvv: card.cvv })
  return html`<button type="button" class="chip ${tone}" data-fill="${values}">${card.label}</button>`
}

function hints(field: string, values: [string, string][]): Html {
  return html`<div class="chips" role="group" aria-label="Test values">
    ${values.map(
      ([value, effect]) =>
        html`<button type="button" class="chip" data-fill="${JSON.stringify({ [field]: value })}">
          ${value}: ${effect}
        </button>`,
    )}
  </div>`
}

export function ussdPanels(): Html {
  return html`<form data-step="ussd" data-post="ussd">
      <p class="field">
        <label for="bank">Your bank</label>
        <select id="bank" name="bank" required>
          <option value="">Choose your bank</option>
          ${Object.entries(ussd_banks)
            .sort(([, a], [, b]) => a.name.localeCompare(b.name))
            .map(([code, bank]) => html`<option value="${code}">${bank.name}</option>`)}
        </select>
      </p>
      <button>Get the code to dial</button>
    </form>
    <section data-step="ussd_code" tabindex="-1" hidden>
      <h2>Dial this code</h2>
      <p>On the phone that <span data-text="bank"></span> knows:</p>
      <p class="code"><output data-text="code"></output></p>
      <p class="quiet">Nothing to dial in the sandbox: press a button instead.</p>
      <div class="stack">
        <button type="button" data-send='{"works":true}' data-post="dialled">I have dialled it</button>
        <button type="button" class="second" data-send='{"works":false}' data-post="dialled">
          The bank refused
        </button>
      </div>
    </section>`
}

export function transferPanels(): Html {
  return html`<form data-step="banktransfer" data-post="bank-transfer">
      <p>You get an account number for this payment only, and send the exact amount to it from your bank's app.</p>
      <button>Show the account number</button>
    </form>
    <section data-step="transfer" tabindex="-1" hidden>
      <h2>Send exactly this amount</h2>
      <dl class="facts">
        <div><dt>Amount</dt><dd data-text="amount"></dd></div>
        <div><dt>Account number</dt><dd data-text="number"></dd></div>
        <div><dt>Bank</dt><dd data-text="bank"></dd></div>
        <div><dt>Expires in</dt><dd data-text="expires"></dd></div>
      </dl>
      <button type="button" data-send="{}" data-post="sent">I have sent it</button>
      <details>
        <summary>I sent another amount</summary>
        <form data-post="sent">
          <p class="field">
            <label for="sent">Amount sent, in naira</label>
            <input id="sent" name="amount" inputmode="decimal" autocomplete="off" required />
          </p>
          <button class="second">Send this amount</button>
        </form>
      </details>
    </section>`
}
