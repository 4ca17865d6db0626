import type { DatabaseSync } from 'node:sqlite'
import { type Agenda, openAgenda } from './agenda.ts'
import { type BehaviourStore, openBehaviourStore } from './behaviour/behaviour-store.ts'
import { openBooks } from './books.ts'
import { type ChargebackBook, openChargebackBook } from './flutterwave/chargebacks/book.ts'
import { openSessionBook, type SessionBook } from './flutterwave/checkout/session-book.ts'
import { openRefundBook, type RefundBook } from './flutterwave/refunds/book.ts'
import { openTransactionBook, type TransactionBook } from './flutterwave/transactions/book.ts'
import { openTransferBook, type TransferBook } from './flutterwave/transfers/book.ts'
import { openWebhookBook, type WebhookBook } from './flutterwave/webhooks/book.ts'
import { openPostOffice, type PostOffice } from './flutterwave/webhooks/post.ts'
import { type MailBook, openMailBook } from './mail/book.ts'
import type { Settings } from './options.ts'
import { openPushBook, type PushBook } from './push/book.ts'
import { openSmsBook, type SmsBook } from './smarthive/book.ts'
import { openSmsReportBook, type SmsReportBook } from './sms-reports.ts'
import { openStats, type Stats } from './stats.ts'

/** What a sandbox takes from the machine: its time, its timers, its way to the product. */
export type Surroundings = { now(): number; agenda: Agenda; post: PostOffice }

/** One running sandbox: its settings, its books and its timers. Passed to everything as an ordinary argument. */
export type World = Surroundings & {
  settings: Settings
  /** Where a browser reaches this server, without a slash at the end; known once it listens. */
  origin: string
  books: DatabaseSync
  behaviour: BehaviourStore
  stats: Stats
  transactions: TransactionBook
  refunds: RefundBook
  chargebacks: ChargebackBook
  transfers: TransferBook
  webhooks: WebhookBook
  sessions: SessionBook
  sms: SmsBook
  sms_reports: SmsReportBook
  mails: MailBook
  pushes: PushBook
  close(): void
}

/** A sandbox on this machine, or in surroundings that somebody plays. */
export function createWorld(settings: Settings, surroundings = ofThisMachine(settings)): World {
  const { agenda, post, now } = surroundings
  const books = openBooks(settings.data_dir, now)
  return {
    ...surroundings,
    settings,
    origin: '',
    books,
    behaviour: openBehaviourStore(books),
    stats: openStats(),
    transactions: openTransactionBook(books),
    refunds: openRefundBook(books),
    chargebacks: openChargebackBook(books),
    transfers: openTransferBook(books),
    webhooks: openWebhookBook(books),
    sessions: openSessionBook(books),
    sms: openSmsBook(books),
    sms_reports: openSmsReportBook(books),
    mails: openMailBook(books),
    pushes: openPushBook(books),
    close() {
      agenda.close()
      post.close()
      if (books.isOpen) books.close()
    },
  }
}

const ofThisMachine = ({ time_scale }: Settings): Surroundings => ({
  now: Date.now,
  agenda: openAgenda(time_scale),
  post: openPostOffice(),
})
