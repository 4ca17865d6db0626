import { betterAuthSignIn } from '../adapters/accounts/better-auth.ts'
import { paystack } from '../adapters/banks/paystack.ts'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import { nominatim } from '../adapters/maps/nominatim.ts'
import type { MailGateway } from '../adapters/messages/message-gateway.ts'
import { smarthive } from '../adapters/messages/smarthive.ts'
import { smtp } from '../adapters/messages/smtp.ts'
import { termii } from '../adapters/messages/termii.ts'
import { watched } from '../adapters/messages/watched-gateway.ts'
import { webPush } from '../adapters/messages/web-push.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import { flutterwaveTransfers } from '../adapters/payments/flutterwave-transfers.ts'
import type { AppServices } from '../app/services.ts'
import type { OpenDatabase } from '../db/open.ts'
import { findActor } from '../domain/accounts/find-actor.ts'
import { mailPasswordResets } from '../domain/accounts/mail-password-resets.ts'
import * as account_tables from '../domain/accounts/tables.ts'
import { tidyAccounts } from '../domain/accounts/tidy-accounts.ts'
import { tidyPictures } from '../domain/catalog/tidy-pictures.ts'
import { checkOpenCheckouts } from '../domain/checkout/check-open-checkouts.ts'
import { consumeDueProviderEvents } from '../domain/checkout/consume-provider-events.ts'
import { tidyCheckouts } from '../domain/checkout/tidy-checkouts.ts'
import type { Clock } from '../domain/clock.ts'
import { dispatcher } from '../domain/delivery/dispatch-waiting.ts'
import { askForReports } from '../domain/notifications/ask-for-reports.ts'
import { messageLane } from '../domain/notifications/send-messages.ts'
import { tellAdmins, tellNews } from '../domain/notifications/tell-news.ts'
import { tellTrackingPages } from '../domain/notifications/tell-tracking-pages.ts'
import { closeDays } from '../domain/orders/close-days.ts'
import { escalateUnaccepted } from '../domain/orders/escalate-unaccepted.ts'
import { closeMonths } from '../domain/payments/close-months.ts'
import { sendDueRefunds } from '../domain/payments/send-refund.ts'
import { bookTransferFees } from '../domain/payouts/book-transfer-fees.ts'
import { sendDueTransfers } from '../domain/payouts/send-transfers.ts'
import { reactions } from '../domain/reactions.ts'
import { compareLists } from '../domain/reconciliation/compare-lists.ts'
import { readNewestCharges } from '../domain/reconciliation/read-newest.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { createRateLimit } from './rate-limit.ts'
import type { Task } from './worker.ts'

export type Services = Omit<AppServices, 'live' | 'wakeWorker'> & {
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
    transfers: flutterwaveTransfers(config.flutterwave),
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
    sms: watched(smarthive(config.smarthive), clock),
    second_sms: config.termii && termii(config.termii),
    sms_webhook_token: config.sms_webhook_token,
    mail,
    push: webPush(config.push, clock),
    announce: reactions({ public_url: config.public_url }),
    public_url: config.public_url,
    test_mode: config.sandbox !== null,
    allow: createRateLimit(clock),
    close: () => mail.close(),
  }
}

/** What the worker does, all of it: each task takes rows that are due. */
export function backgroundTasks(services: Services): Task[] {
  const complain = (err: unknown) =>
    services.log.error({ err }, 'what became of a message could not be written down')
  return [
    { name: 'consume provider events', run: () => consumeDueProviderEvents(services) },
    { name: 'check open checkouts', run: () => checkOpenCheckouts(services), by_the_clock: true },
    { name: 'send refunds', run: () => sendDueRefunds(services) },
    { name: 'read newest charges', run: () => readNewestCharges(services), by_the_clock: true },
    { name: 'compare lists', run: () => compareLists(services) },
    { name: 'send transfers', run: () => sendTransfers(services) },
    { name: 'book transfer fees', run: () => bookTransferFees(services), by_the_clock: true },
    { name: 'mail password resets', run: () => mailPasswordResets(services) },
    { name: 'tidy accounts', ...hourly(services.clock, () => tidyAccounts(services)) },
    { name: 'close days', ...hourly(services.clock, () => closeDays(services)) },
    { name: 'close months', ...hourly(services.clock, () => closeMonths(services)) },
    { name: 'tidy checkouts', ...hourly(services.clock, () => tidyAllCheckouts(services)) },
    { name: 'tidy pictures', ...hourly(services.clock, () => tidyAllPictures(services)) },
    {
      name: 'escalate unaccepted orders',
      run: () => escalateUnaccepted(services),
      rest_ms: 5000,
      by_the_clock: true,
    },
    { name: 'dispatch', run: dispatcher(services) },
    { name: 'tell news', run: () => tellNews(services), rest_ms: SCREEN_REST_MS },
    { name: 'tell tracking pages', run: () => tellTrackingPages(services), rest_ms: SCREEN_REST_MS },
    { name: 'send text messages', ...messageLane({ ...services, complain }, 'sms') },
    { name: 'ask for delivery reports', run: () => askForReports(services) },
    { name: 'send mails', ...messageLane({ ...services, complain }, 'mail') },
    { name: 'ring closed pages', ...messageLane({ ...services, complain }, 'push') },
  ]
}

async function tidyAllCheckouts(services: Services): Promise<void> {
  while ((await tidyCheckouts(services)) > 0);
}

/** Admins who look at a payout see what became of its transfer. */
async function sendTransfers(services: Services): Promise<number> {
  const worked_on = await sendDueTransfers(services)
  if (worked_on > 0) await tellAdmins(services.db)
  return worked_on
}

/** Somebody looks at a screen and waits: looked for more often than what leaves the house. */
const SCREEN_REST_MS = 200

async function tidyAllPictures(services: Services): Promise<void> {
  while ((await tidyPictures(services)) > 0);
}

const HOUR_MS = 60 * 60 * 1000

/** A task that has nothing to do but once an hour. */
function hourly(clock: Clock, work: () => Promise<unknown>): Pick<Task, 'run' | 'by_the_clock'> {
  let next_ms = 0
  return {
    by_the_clock: true,
    async run() {
      const now_ms = clock.now().getTime()
      if (now_ms < next_ms) return 0
      await work()
      next_ms = now_ms + HOUR_MS
      return 0
    },
  }
}
