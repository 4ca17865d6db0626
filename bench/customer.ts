import { randomUUID } from 'node:crypto'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { type Answer, type HttpClient, textOf } from './http-client.ts'

export type Places = { app_url: string; sandbox_url: string }

/** One visitor: an address of their own, as a proxy would report it, and the headers of a browser's requests. */
export function customer(client: HttpClient, { app_url, sandbox_url }: Places, number: number) {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const headers = {
    origin: app_url,
    'x-forwarded-for': address,
    'accept-encoding': 'br, gzip',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  }
  const attempt = async (question: Record<string, string>) => {
    const answer = await client.post(`${app_url}/order-summary/attempt`, String(new URLSearchParams(question)), headers)
    expectStatus(answer, 200, question['intent'] ?? 'attempt')
    return JSON.parse(textOf(answer)) as {
      kind: string
      settlement?: string
      window?: { options: { tx_ref: string; amount: number } }
    }
  }
  return {
    /** Sends the checkout's form; again with the same key. Answers the token in the link to its summary. */
    async places(cart: readonly CartLine[], key: string = randomUUID()): Promise<string> {
      const form = new URLSearchParams({
        firstName: 'Ada',
        lastName: `Obi ${number}`,
        email: `ada${number}@example.com`,
        phone: phoneOf(number),
        address: 'Room 12, Jadesola Hall, FUTA North Gate',
        note: '',
        _offered: 'FUTA North Gate',
        _cart: JSON.stringify(cart),
        _key: key,
      })
      const answer = await client.post(`${app_url}/checkout.data`, String(form), headers)
      expectStatus(answer, 202, 'checkout')
      const token = /order-summary\?order=([\w-]+)/.exec(textOf(answer))?.[1]
      if (!token) throw new Error('checkout: the answer leads to no order summary')
      return token
    },

    /** Loads the data of the order summary, before paying and after. */
    async looksAt(token: string): Promise<void> {
      expectStatus(await client.get(`${app_url}/order-summary.data?order=${token}`, headers), 200, 'summary')
    },

    /** Presses Pay; the answer is what opens the provider's window. */
    async opensWindow(token: string) {
      const answer = await attempt({ order: token, intent: 'pay', wait: 'yes' })
      if (!answer.window) throw new Error(`pay: answered ${answer.kind}`)
      return answer.window.options
    },

    /** Pays in the provider's window. Answers the transaction's number. */
    async paysAtProvider(charge: { tx_ref: string; amount: number }): Promise<string> {
      const paid = await client.post(
        `${sandbox_url}/control/pay`,
        JSON.stringify({
          tx_ref: charge.tx_ref,
          amount: charge.amount,
          customer: { email: `ada${number}@example.com`, name: 'Ada Obi' },
        }),
        { 'content-type': 'application/json' },
      )
      expectStatus(paid, 200, 'provider')
      const { data } = JSON.parse(paid.body.toString()) as { data: { transaction_id: number } }
      return String(data.transaction_id)
    },

    /** Confirms as the page does after the window's success. */
    async confirms(token: string, transaction_id: string): Promise<void> {
      const { settlement } = await attempt({ order: token, intent: 'confirm', transaction_id })
      if (settlement !== 'paid') throw new Error(`confirm: ${settlement}`)
    },
  }
}

/** A phone number for each customer; avoids endings below 1000, some of which make the sandbox's gateway fail. */
function phoneOf(number: number): string {
  const block = 100 + (Math.floor(number / 9000) % 900)
  return `0803${block}${1000 + (number % 9000)}`
}

function expectStatus(answer: Answer, status: number, step: string): void {
  if (answer.status !== status) throw new Error(`${step}: HTTP ${answer.status}`)
}
