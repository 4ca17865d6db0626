import { createContext } from 'react-router'
import type { SignInService } from '../adapters/accounts/sign-in-service.ts'
import type { BankDirectory } from '../adapters/banks/bank-directory.ts'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import type { Geocoder } from '../adapters/maps/geocoder.ts'
import type { PushGateway, SmsGateway } from '../adapters/messages/message-gateway.ts'
import type { PaymentProvider } from '../adapters/payments/payment-provider.ts'
import type { TransferProvider } from '../adapters/payments/transfer-provider.ts'
import type { Db } from '../db/handle.ts'
import type { paymentPages } from '../domain/checkout/payment/payment-page.ts'
import type { confirmPayments } from '../domain/checkout/settlement/confirm-payment.ts'
import type { Pseudonyms } from '../domain/checkout/track/customer-orders.ts'
import type { Clock } from '../domain/clock.ts'
import type { KnownFleet } from '../domain/delivery/windows/fleet.ts'
import type { Announce } from '../domain/events.ts'
import type { Logger } from '../server/log.ts'

/** What loaders and actions work with; made once at start (server/services.ts). */
export type AppServices = Pseudonyms & {
  db: Db
  /** Fails where the database answers but accepts no writes, as on a full disk. */
  probeWrites(): Promise<void>
  clock: Clock
  payments: PaymentProvider
  confirmPayment: ReturnType<typeof confirmPayments>
  paymentPage: ReturnType<typeof paymentPages>
  transfers: TransferProvider
  geocoder: Geocoder
  banks: BankDirectory
  pictures: PictureStore
  sms: SmsGateway
  second_sms: SmsGateway | null
  /** The part of their webhooks' address that only the SMS gateways know; null where there are no such webhooks. */
  sms_webhook_token: string | null
  /** Where kitchens answer by text message; null where there is no number. */
  sms_reply_number: string | null
  auth: SignInService
  push: PushGateway
  announce: Announce
  fleet: KnownFleet
  log: Logger
  public_url: string
  /** Whether an admin must have set up a second factor. */
  admin_two_factor: boolean
  /** True when payments go to the sandbox: pages then say "test mode". */
  test_mode: boolean
  /** Nobody else backs the database up: it is the app's own, with real data in it. */
  wants_backups: boolean
  /** Backups go to the very disk that they are to outlive. */
  backups_share_disk: boolean
  live: Live
  /** Notes how long an answer took; `route` is its pattern in app/routes.ts. */
  noteAnswer(answer: { method: string; route: string; status: number; seconds: number }): void
  /** Counts an attempt and answers whether it is still within what one visitor, link or browser may do. */
  allow(action: RateLimited, whose: string): Promise<boolean>
  /** Whether the next attempt would be beyond that; counts none. */
  isHeld(action: RateLimited, visitor: string): Promise<boolean>
  /** Begins `work` if there is room for one more of its kind; null when there is none, and nothing was begun. */
  enter<Result>(kind: AtOnce, whose: string, work: () => Promise<Result>): Promise<Result> | null
}

/** Open screens and what they are told; `end` asks the stream to close, `crowded` to make room for a newer one. */
export type LiveEvent =
  | { kind: 'news'; news_id: number | null }
  | { kind: 'beat' }
  | { kind: 'end' }
  | { kind: 'crowded' }
export type LiveListener = (event: LiveEvent) => void
export type Live = {
  /** Whether this process can hold one more stream, for a visitor at this address. */
  hasRoom(address: string): boolean
  /**
   * Listens for news of an account, a checkout or a kitchen (`hears`; those of `key` where nothing is said), for as
   * long as its session lasts where there is one. Returns what ends the listening.
   */
  subscribe(
    key: string,
    listener: LiveListener,
    how?: { session_id?: string | undefined; hears?: readonly string[] | undefined; address?: string | undefined },
  ): () => void
}

export type RateLimited =
  | 'checkout'
  | 'group_start'
  | 'group_order'
  | 'cart_offers'
  | 'unknown_code'
  | 'friend_link'
  | 'address_lookup'
  | 'address_search'
  | 'account_lookup'
  | 'picture_upload'
  | 'rider_steps'
  | 'order_link'
  | 'push_shown'
  | 'payment_attempt'
  | 'payment_question'
  | 'payment_question_in_all'
  | 'sign_in'
  | 'sign_in_known'
  | 'sign_in_known_here'
  | 'sign_up'
  | 'sign_up_mail'
  | 'password_reset'

/** Slow work of which only so much may be under way at the same time. */
export type AtOnce = 'password' | 'picture' | 'drawing' | 'payment_question' | 'change'

export const services_context = createContext<AppServices>()
