/**
 * The program that plays the customers, in a process of its own: it gets its task by one message and answers with one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { customer, type Places } from './customer.ts'
import { httpClient } from './http-client.ts'

export type OrderLoad = Places & {
  carts: CartLine[][]
  /** Customers who arrive per second, however fast the app is; 0 for a queue that never empties. */
  rate: number
  /** How many may order at once: later ones wait, and their waiting counts. */
  most_at_once: number
  seconds: number
  first_number: number
}

export type OrderLoadResult = {
  paid: number
  /** Customers whose turn did not come during the load. */
  not_served: number
  /** From the first arrival to the last confirmed order. */
  seconds: number
  placing_ms: number[]
  settling_ms: number[]
  whole_ms: number[]
  failures: Record<string, number>
  /** The processor time for playing the customers. */
  processor_seconds: number
}

process.once('message', async (load: OrderLoad) => {
  const result = await play(load)
  process.send?.(result, () => process.exit(0))
})

async function play(load: OrderLoad): Promise<OrderLoadResult> {
  const client = httpClient()
  const result: OrderLoadResult = {
    paid: 0,
    not_served: 0,
    seconds: 0,
    placing_ms: [],
    settling_ms: [],
    whole_ms: [],
    failures: {},
    processor_seconds: 0,
  }
  const began = performance.now()
  const ends = began + load.seconds * 1000
  const expected = load.rate > 0 ? Math.round(load.rate * load.seconds) : Number.POSITIVE_INFINITY
  let arrived = 0

  const visitor = async () => {
    for (;;) {
      const index = arrived++
      const due = load.rate > 0 ? began + (index * 1000) / load.rate : performance.now()
      if (index >= expected || due >= ends) return
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      if (performance.now() > ends) {
        result.not_served++
        continue
      }
      try {
        await order(index, due)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        result.failures[reason] = (result.failures[reason] ?? 0) + 1
      }
    }
  }
  const order = async (index: number, due: number) => {
    const who = customer(client, load, load.first_number + index)
    const token = await who.places(load.carts[index % load.carts.length] ?? [])
    result.placing_ms.push(performance.now() - due)
    await who.looksAt(token)
    const charge = await who.opensWindow(token)
    const transaction_id = await who.paysAtProvider(charge)
    const paid_at = performance.now()
    await who.confirms(token, transaction_id)
    result.settling_ms.push(performance.now() - paid_at)
    await who.looksAt(token)
    result.whole_ms.push(performance.now() - due)
    result.paid++
  }
  await Promise.all(Array.from({ length: load.most_at_once }, visitor))
  result.seconds = (performance.now() - began) / 1000
  client.close()
  const { user, system } = process.cpuUsage()
  result.processor_seconds = (user + system) / 1e6
  return result
}
