import { betterAuthSignIn } from '../adapters/accounts/better-auth.ts'
import { paystack } from '../adapters/banks/paystack.ts'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import { nominatim } from '../adapters/maps/nominatim.ts'
import type { MailGateway, SmsGateway } from '../adapters/messages/message-gateway.ts'
import { smarthive } from '../adapters/messages/smarthive.ts'
import { smtp } from '../adapters/messages/smtp.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import type { AppServices } from '../app/services.ts'
import type { OpenDatabase } from '../db/open.ts'
import { findActor } from '../domain/accounts/find-actor.ts'
import { mailPasswordResets } from '../domain/accounts/mail-password-resets.ts'
import * as account_tables from '../domain/accounts/tables.ts'
import { tidyAccounts } from '../domain/accounts/tidy-accounts.ts'
import { tidyPictures } from '../domain/catalog/tidy-pictures.ts'
import { checkOpenCheckouts } from '../domain/checkout/check-open-checkouts.ts'
import { consumeDueProviderEvents } from '../domain/checkout/consume-provider-events.ts'
import type { Clock } from '../domain/clock.ts'
import { sendDueMessages } from '../domain/notifications/send-messages.ts'
import { tellNews } from '../domain/notifications/tell-news.ts'
import { sendDueRefunds } from '../domain/payments/send-refund.ts'
import { reactions } from '../domain/reactions.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Task } from './worker.ts'

export type Services = Omit<AppServices, 'live' | 'wakeWorker'> & {
  sms: SmsGateway
  mail: MailGateway
  close(): void
}

/** Everything the verbs need, made from the settings, once. */
export function createServices(
  config: Config,
  { db }: OpenDatabase,
  pictures: PictureStore,
  clock: Clock,
  log: Logger,
): Services {
  const mail = smtp(config.mail)
  return {
    db,
    clock,
    log,
    payments: flutterwave(config.flutterwave),
    banks: paystack(config.paystack),
    pictures,
    geocoder: nominatim({ ...config.nominatim, email: config.nominatim.email ?? '' }),
    auth: betterAuthSignIn({
      db,
      tables: account_tables,
      public_url: config.public_url,
      secret: config.session_secret,
      async refuse(user_id) {
        const found = await findActor(db, user_id)
        return found.ok ? null : found.reason
      },
      complain: (message) => log.error({ message }, 'better-auth reports an error'),
    }),
    admin_two_factor: config.admin_two_factor,
    sms: smarthive(config.smarthive),
    mail,
    announce: reactions({ public_url: config.public_url }),
    public_url: config.public_url,
    test_mode: config.sandbox !== null,
    allow: createRateLimit(clock),
    close: () => mail.close(),
  }
}

/** What the worker does, all of it: each task takes rows that are due. */
export function backgroundTasks(services: Services): Task[] {
  return [
    { name: 'consume provider events', run: () => consumeDueProviderEvents(services) },
    { name: 'check open checkouts', run: () => checkOpenCheckouts(services) },
    { name: 'send refunds', run: () => sendDueRefunds(services) },
    { name: 'mail password resets', run: () => mailPasswordResets(services) },
    { name: 'tidy accounts', run: hourly(services.clock, () => tidyAccounts(services)) },
    { name: 'tidy pictures', run: hourly(services.clock, () => tidyAllPictures(services)) },
    { name: 'tell news', run: () => tellNews(services) },
    { name: 'send messages', run: () => sendDueMessages(services) },
  ]
}

async function tidyAllPictures(services: Services): Promise<void> {
  while ((await tidyPictures(services)) > 0);
}

const HOUR_MS = 60 * 60 * 1000

/** A task that has nothing to do but once an hour. */
function hourly(clock: Clock, work: () => Promise<void>): () => Promise<number> {
  let next_ms = 0
  return async () => {
    const now_ms = clock.now().getTime()
    if (now_ms < next_ms) return 0
    await work()
    next_ms = now_ms + HOUR_MS
    return 0
  }
}
