import { createContext } from 'react-router'
import type { Geocoder } from '../adapters/maps/geocoder.ts'
import type { PaymentProvider } from '../adapters/payments/payment-provider.ts'
import type { Db } from '../db/open.ts'
import type { Clock } from '../domain/clock.ts'
import type { Announce } from '../domain/events.ts'
import type { Logger } from '../server/log.ts'

/** What loaders and actions work with; made once at start (server/services.ts). */
export type AppServices = {
  db: Db
  clock: Clock
  payments: PaymentProvider
  geocoder: Geocoder
  announce: Announce
  log: Logger
  public_url: string
  /** True when payments go to the sandbox: pages then say "test mode". */
  test_mode: boolean
  live: Live
  /** Tells the worker that there is something to do, so that it need not wait for its next look. */
  wakeWorker(): void
  /** Counts an attempt and answers whether it is still within what one visitor may do. */
  allow(action: RateLimited, visitor: string): boolean
}

/** Open screens and what they are told; `end` asks the stream to close. */
export type LiveEvent = { kind: 'news'; news_id: number | null } | { kind: 'beat' } | { kind: 'end' }
export type LiveListener = (event: LiveEvent) => void
export type Live = { subscribe(user_id: string, listener: LiveListener): () => void }

export type RateLimited = 'checkout' | 'address_lookup' | 'payment_attempt'

export const services_context = createContext<AppServices>()
