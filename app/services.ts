import { createContext } from 'react-router'
import type { SignInService } from '../adapters/accounts/sign-in-service.ts'
import type { BankDirectory } from '../adapters/banks/bank-directory.ts'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import type { Geocoder } from '../adapters/maps/geocoder.ts'
import type { PushGateway, SmsGateway } from '../adapters/messages/message-gateway.ts'
import type { PaymentProvider } from '../adapters/payments/payment-provider.ts'
import type { TransferProvider } from '../adapters/payments/transfer-provider.ts'
import type { Db } from '../db/open.ts'
import type { Clock } from '../domain/clock.ts'
import type { Announce } from '../domain/events.ts'
import type { Logger } from '../server/log.ts'

/** What loaders and actions work with; made once at start (server/services.ts). */
export type AppServices = {
  db: Db
  clock: Clock
  payments: PaymentProvider
  transfers: TransferProvider
  geocoder: Geocoder
  banks: BankDirectory
  pictures: PictureStore
  sms: SmsGateway
  second_sms: SmsGateway | null
  /** The part of their webhooks' address that only the SMS gateways know; null where there are no such webhooks. */
  sms_webhook_token: string | null
  auth: SignInService
  push: PushGateway
  announce: Announce
  log: Logger
  public_url: string
  /** Whether an admin must have set up a second factor. */
  admin_two_factor: boolean
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

export type RateLimited =
  | 'checkout'
  | 'address_lookup'
  | 'account_lookup'
  | 'picture_upload'
  | 'payment_attempt'
  | 'sign_in'
  | 'sign_up'
  | 'sign_up_mail'
  | 'password_reset'

export const services_context = createContext<AppServices>()
