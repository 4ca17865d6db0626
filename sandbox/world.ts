import type { DatabaseSync } from 'node:sqlite'
import { type Agenda, openAgenda } from './agenda.ts'
import { type BehaviourStore, openBehaviourStore } from './behaviour/behaviour-store.ts'
import { openBooks } from './books.ts'
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

/** One running sandbox: its settings, its books and its timers. Passed to everything as an ordinary argument. */
export type World = {
  settings: Settings
  /** Where a browser reaches this server, without a slash at the end; known once it listens. */
  origin: string
  books: DatabaseSync
  agenda: Agenda
  behaviour: BehaviourStore
  stats: Stats
  post: PostOffice
  transactions: TransactionBook
  refunds: RefundBook
  transfers: TransferBook
  webhooks: WebhookBook
  sessions: SessionBook
  sms: SmsBook
  sms_reports: SmsReportBook
  mails: MailBook
  pushes: PushBook
  close(): void
}

export function createWorld(settings: Settings): World {
  const books = openBooks(settings.data_dir)
  const agenda = openAgenda(settings.time_scale)
  const post = openPostOffice()
  return {
    settings,
    origin: '',
    books,
    agenda,
    behaviour: openBehaviourStore(books),
    stats: openStats(),
    post,
    transactions: openTransactionBook(books),
    refunds: openRefundBook(books),
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
