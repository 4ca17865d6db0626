import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CartLine } from '../../domain/catalog/menu/cart-line.ts'
import { customer, type Places } from '../customer.ts'
import { type HttpClient, httpClient } from '../http-client.ts'

/** What one customer knows of their order: what was confirmed to them must be found afterwards. */
export type Purchase = {
  email: string
  cart: readonly CartLine[]
  /** Set once the shop answered that the order is taken. */
  token: string | null
  /** Set once the provider took the money. */
  charged: string | null
  /** The shop answered that it is paid. */
  is_confirmed: boolean
}

export type Purchases = {
  all: Purchase[]
  /** When the shop confirmed something written, by `now_ms`. */
  confirmed_at_ms: number[]
  /** Answers that made a customer try again, by what they were. */
  tried_again: Record<string, number>
  /** Customers who went away in the end, by why. */
  gave_up: Record<string, number>
}

/** Milliseconds since 1970, the same in every process, by a clock that is not put back meanwhile. */
export const now_ms = () => performance.timeOrigin + performance.now()

export const noPurchases = (): Purchases => ({ all: [], confirmed_at_ms: [], tried_again: {}, gave_up: {} })

/** A person presses again what did not work, and not forever. */
const AGAIN_MS = 1000
const PATIENCE_MS = 90_000
const ADDRESSES = 200

export type CustomerLoad = Places & {
  doors: readonly string[]
  carts: readonly (readonly CartLine[])[]
  rate: number
  seconds: number
  first_number: number
}

/**
 * Customers who arrive at a steady rate and buy: each sends the form, opens the window, pays at the provider and asks
 * for the confirmation, and tries each step again that was not answered well. Answers when the last of them is done.
 */
export async function buyFor(load: CustomerLoad): Promise<Purchases> {
  const seen = noPurchases()
  // One half has the addresses in one sequence, one half in the other, as the DNS hands them out.
  const clients = Array.from({ length: ADDRESSES }, (_, n) =>
    httpClient(`127.1.0.${n + 1}`, {
      url: load.app_url,
      doors: n % 2 === 0 ? load.doors : load.doors.toReversed(),
    }),
  )
  const began = performance.now()
  const customers: Promise<void>[] = []
  for (let n = 0; n < load.seconds * load.rate; n++) {
    const early = began + (n * 1000) / load.rate - performance.now()
    if (early > 0) await sleep(early)
    const client = clients[n % ADDRESSES]
    const cart = load.carts[n % load.carts.length]
    if (client && cart) customers.push(buy(client, load, cart, load.first_number + n, seen))
  }
  await Promise.all(customers)
  for (const client of clients) client.close()
  return seen
}

/** The three requests of a purchase that change something here. */
export type BuyingStep = 'places' | 'opens the window' | 'confirms'

/** One customer buys; `before` is told of each step as it is taken for the first time. */
export async function buy(
  client: HttpClient,
  places: Places,
  cart: readonly CartLine[],
  number: number,
  seen: Purchases,
  before: (step: BuyingStep) => Promise<void> = async () => {},
) {
  const purchase: Purchase = {
    email: `ada${number}@example.com`,
    cart,
    token: null,
    charged: null,
    is_confirmed: false,
  }
  seen.all.push(purchase)
  const who = customer(client, places, number)
  const give_up_at_ms = performance.now() + PATIENCE_MS
  const insist = async <Answer>(step: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (performance.now() > give_up_at_ms) throw error
        count(seen.tried_again, error)
        await sleep(AGAIN_MS)
      }
    }
  }
  const confirmed = () => seen.confirmed_at_ms.push(now_ms())
  try {
    const key = randomUUID()
    await before('places')
    const token = await insist(() => who.places(cart, key))
    purchase.token = token
    confirmed()
    await insist(() => who.looksAt(token))
    await before('opens the window')
    const charge = await insist(() => who.opensWindow(token))
    // The provider is none of ours, and whoever presses twice there has paid twice.
    const transaction_id = await who.paysAtProvider(charge)
    purchase.charged = charge.tx_ref
    await before('confirms')
    await insist(() => who.confirms(token, transaction_id))
    purchase.is_confirmed = true
    confirmed()
    await insist(() => who.looksAt(token))
  } catch (error) {
    count(seen.gave_up, error)
  }
}

function count(counted: Record<string, number>, error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  counted[why] = (counted[why] ?? 0) + 1
}

/** The longest time without anything confirmed, in seconds, between two moments. */
export function longestPause(confirmed_at_ms: readonly number[], from_ms: number, to_ms: number): number {
  const within = confirmed_at_ms.filter((at) => at > from_ms && at < to_ms).sort((a, b) => a - b)
  const ends = [from_ms, ...within, to_ms]
  return Math.max(...ends.slice(1).map((at, n) => at - (ends[n] ?? at))) / 1000
}
