import { setTimeout as sleep } from 'node:timers/promises'
import { control } from '../test/control.ts'
import type { Arena } from './arena.ts'
import { type People, WentAway } from './people.ts'

/** How many do something at the same time. */
const HANDS = 6
/** Whose wish was not fulfilled, by what went wrong, each once. */
export type BusyDay = { stop(): Promise<{ done: number; wrong: string[] }> }

/**
 * Customers buy, kitchens reject, payouts are asked for and sent, riders hand over, all at once, until it is stopped;
 * everybody tries again what was not answered.
 */
export async function startBusyDay(arena: Arena, people: People): Promise<BusyDay> {
  await control({ sandbox: { url: arena.sandbox_url } }).behave({ transfer: 'successful', settle_seconds: 1 })
  const wrong = new Set<string>()
  let done = 0
  let over = false
  const wishes: readonly (() => Promise<unknown>)[] = [
    () => people.buys(),
    () => people.buys(),
    async () => {
      const order_id = await people.paidOrder()
      await people.sends('vendor', '/vendor-order', {
        ...{ intent: 'reject', order_id: String(order_id), reason: 'The soup was spilt' },
      })
    },
    async () => {
      await people.deliveredOrder()
      await people.sends('vendor', '/request-payout', {})
      await people.sends('admin', '/admin/payout', { intent: 'transfer', ...(await people.newestPayout()) })
    },
    async () => {
      const { delivery_id, pin } = await people.carriedOrder()
      await people.sends('rider', '/rider-dashboard', { intent: 'hand_over', id: String(delivery_id), pin })
    },
  ]
  const work = async (hand: number) => {
    for (let turn = hand; !over; turn++) {
      try {
        await wishes[turn % wishes.length]?.()
        done += 1
      } catch (error) {
        if (!(error instanceof WentAway)) wrong.add(String(error instanceof Error ? error.message : error))
      }
      await sleep(50)
    }
  }
  const working = Promise.all(Array.from({ length: HANDS }, (_, hand) => work(hand)))
  return {
    async stop() {
      over = true
      await working
      return { done, wrong: [...wrong] }
    },
  }
}
