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
import type { DueKind } from '../db/after-commit.ts'
import type { OpenDatabase } from '../db/open.ts'
import { probeWrites } from '../db/probe-writes.ts'
import { findActor } from '../domain/accounts/find-actor.ts'
import { mailAskedLinks } from '../domain/accounts/mail-links.ts'
import { spendCode } from '../domain/accounts/spend-code.ts'
import * as account_tables from '../domain/accounts/tables.ts'
import { closeCohortDays } from '../domain/analytics/cohorts.ts'
import { tidyPictures } from '../domain/catalog/pictures/tidy-pictures.ts'
import { paymentPages } from '../domain/checkout/payment/payment-page.ts'
import { openCheckoutErrands } from '../domain/checkout/settlement/check-open-checkouts.ts'
import { confirmPayments } from '../domain/checkout/settlement/confirm-payment.ts'
import { providerEventErrands } from '../domain/checkout/settlement/consume-provider-events.ts'
import { tidyCheckouts } from '../domain/checkout/tidy-checkouts.ts'
import type { Clock } from '../domain/clock.ts'
import { dispatcher } from '../domain/delivery/dispatch/dispatch-waiting.ts'
import { watchShifts } from '../domain/delivery/shifts/watch-shifts.ts'
import { knownFleet } from '../domain/delivery/windows/fleet.ts'
import { judgeLateness } from '../domain/delivery/windows/judge-lateness.ts'
import { refreshSpeeds } from '../domain/delivery/windows/refresh-speeds.ts'
import { keepCases } from '../domain/desk/keep-cases.ts'
import { checkInvariants } from '../domain/invariants/check-invariants.ts'
import { type Errands, laneOf } from '../domain/lane.ts'
import { reportErrands } from '../domain/notifications/outbox/ask-for-reports.ts'
import { messageErrands } from '../domain/notifications/outbox/send-messages.ts'
import { pauseUnreachedKitchens } from '../domain/notifications/reach/pause-unreached-kitchens.ts'
import { acceptForKitchens } from '../domain/orders/acceptance/accept-for-kitchens.ts'
import { escalateUnaccepted } from '../domain/orders/acceptance/escalate-unaccepted.ts'
import { closeDays } from '../domain/orders/figures/close-days.ts'
import { decideForSilent } from '../domain/orders/missing-dish/decide-missing.ts'
import { carryOutRejections } from '../domain/orders/refunds/hold-rejection.ts'
import { closeRuns } from '../domain/orders/runs/close-runs.ts'
import { closeMonths } from '../domain/payments/close-months.ts'
import { refundErrands } from '../domain/payments/send-refund.ts'
import { failedTransferErrands } from '../domain/payouts/transfers/ask-again.ts'
import { transferFeeErrands } from '../domain/payouts/transfers/book-transfer-fees.ts'
import { transferErrands } from '../domain/payouts/transfers/send-transfers.ts'
import { reactions } from '../domain/reactions.ts'
import { compareLists } from '../domain/reconciliation/compare-lists.ts'
import { readChargebacks } from '../domain/reconciliation/read-chargebacks.ts'
import { readNewestCharges } from '../domain/reconciliation/read-newest.ts'
import { settleMissing } from '../domain/reconciliation/settle-missing.ts'
import { forgetOld } from '../domain/retention/forget-old.ts'
import { createAtOnce } from './at-once.ts'
import { wantsBackups } from './backup/backup-settings.ts'
import { backupsShareDisk } from './backup/same-disk.ts'
import type { Config } from './config.ts'
import { hourly } from './hourly.ts'
import type { Logger } from './log.ts'
import { countedOffers, failed_tasks, noteAnswer, timedDecision } from './metrics.ts'
import { pseudonyms } from './pseudonyms.ts'
import { createRateLimit } from './rate-limit.ts'
import { reservedTurns } from './reserved-turns.ts'
import { tracedAnnounce, tracedStep } from './traced-work.ts'
import type { Task } from './worker.ts'

/** What goes out by a lane within so long is claimed, and written down, together: nobody waits for it by the second. */
const TOGETHER_MS = 250
/** Nearly always the browser confirms the payment by then, and nothing is left to ask and to lock for its webhook. */
const WEBHOOKS_MS = 1000

export type Services = Omit<AppServices, 'live'> & {
  mail: MailGateway
  /** True if traces are sent to a collector. */
  traced: boolean
  /** Frees everybody who is blocked until a time, for a clock that went back. */
  unblock(): void
  close(): void
}

/**
 * At most one question a second for the whole application (docs/providers.md#nominatim-usage-policy); a tenth more,
 * because lines differ from machine to machine. Who would wait longer has typed the address by then. Where a phone is
 * takes a turn only while few wait: the others are kept for orders whose address names no place.
 */
const MAPS = { every_ms: 1100 }
const MOST_WAITING = { reverse: 2, search: 5 }

/** Everything the verbs need, made from the settings, once. */
export function createServices(
  config: Config,
  { db }: OpenDatabase,
  pictures: PictureStore,
  clock: Clock,
  log: Logger,
  is_own_database: boolean,
): Services {
  const mail = smtp(config.mail)
  const payments = flutterwave(config.flutterwave)
  const traced = config.traces !== null
  const fleet = knownFleet({ db, clock })
  const counted = countedOffers(reactions(config, fleet))
  const announce = traced ? tracedAnnounce(counted) : counted
  const { allow, isHeld, unblock } = createRateLimit(db, config.session_secret)
  const enter = createAtOnce()
  return {
    db,
    probeWrites: () => probeWrites(db),
    clock,
    log,
    noteAnswer,
    payments,
    transfers: flutterwaveTransfers(config.flutterwave),
    banks: paystack(config.paystack),
    pictures,
    geocoder: nominatim(
      { ...config.nominatim, email: config.nominatim.email ?? '' },
      {
        reverse: reservedTurns(db, 'maps', { ...MAPS, most_waiting: MOST_WAITING.reverse }),
        search: reservedTurns(db, 'maps', { ...MAPS, most_waiting: MOST_WAITING.search }),
      },
    ),
    auth: betterAuthSignIn({
      db,
      tables: account_tables,
      public_url: config.public_url,
      secret: config.session_secret,
      async refuse(user_id) {
        const found = await findActor(db, user_id)
        return found.ok ? null : found.reason
      },
      spendCode: (used) => spendCode({ db, clock }, used),
      complain: (message) => log.error({ message }, 'better-auth reports an error'),
    }),
    admin_two_factor: config.admin_two_factor,
    sms: watched(smarthive(config.smarthive), clock),
    second_sms: config.termii && termii(config.termii),
    sms_webhook_token: config.sms_webhook_token,
    sms_reply_number: config.sms_reply_number,
    mail,
    push: webPush(config.push),
    announce,
    pseudonymOf: pseudonyms(config.session_secret),
    fleet,
    traced,
    public_url: config.public_url,
    test_mode: config.sandbox !== null,
    wants_backups: wantsBackups(config, is_own_database),
    backups_share_disk: backupsShareDisk(config),
    allow,
    isHeld,
    unblock,
    enter,
    confirmPayment: confirmPayments({ db, clock, payments, announce, allow, enter, fleet }),
    paymentPage: paymentPages({ payments, allow, enter }),
    close: () => mail.close(),
  }
}

/** What the worker does, all of it: each task takes rows that are due. */
export function backgroundTasks(services: Services): Task[] {
  const lane = <Row>(
    name: string,
    woken_by: readonly DueKind[],
    errands: Errands<Row>,
    { pause_ms = TOGETHER_MS, ...limits }: { pause_ms?: number; most_waiting?: number } = {},
  ): Task => {
    const complain = (err: unknown) => {
      failed_tasks.inc({ task: name })
      services.log.error({ err, task: name }, 'something due could not be done and will be tried again')
    }
    const work = (row: Row) => tracedStep(services.db, name, row, () => errands.work(row))
    return { name, woken_by, pause_ms, ...laneOf(services.traced ? { ...errands, work } : errands, complain, limits) }
  }
  const gateways = [services.sms, services.second_sms ?? []].flat()
  return [
    lane('consume provider events', ['provider_event'], providerEventErrands(services), { pause_ms: WEBHOOKS_MS }),
    lane('check open checkouts', [], openCheckoutErrands(services)),
    lane('send refunds', ['refund'], refundErrands(services)),
    { name: 'read newest charges', run: () => readNewestCharges(services) },
    { name: 'read chargebacks', run: () => readChargebacks(services), rest_ms: 5000 },
    { name: 'compare lists', woken_by: ['comparison'], run: () => compareLists(services) },
    { name: 'settle missing charges', ...hourly(services.clock, () => settleMissing(services)) },
    lane('send transfers', ['transfer'], transferErrands(services)),
    lane('book transfer fees', [], transferFeeErrands(services)),
    lane('look after failed transfers', [], failedTransferErrands(services)),
    { name: 'mail links', woken_by: ['mail_link'], run: () => mailAskedLinks(services) },
    { name: 'forget what is old', ...hourly(services.clock, () => forgetOld(services)) },
    { name: 'check invariants', run: () => checkBooks(services), rest_ms: 5000 },
    { name: 'learn speeds', ...hourly(services.clock, () => refreshSpeeds(services)) },
    { name: 'close days', ...hourly(services.clock, () => closeDays(services)) },
    { name: 'close cohort days', ...hourly(services.clock, () => closeCohortDays(services)) },
    { name: 'close months', ...hourly(services.clock, () => closeMonths(services)) },
    { name: 'tidy checkouts', ...hourly(services.clock, () => tidyAllCheckouts(services)) },
    { name: 'tidy pictures', ...hourly(services.clock, () => tidyAllPictures(services)) },
    { name: 'escalate unaccepted orders', run: () => escalateUnaccepted(services), rest_ms: 5000 },
    { name: 'pause unreached kitchens', run: () => pauseUnreachedKitchens(services), rest_ms: 60_000 },
    { name: 'accept for kitchens', run: () => acceptForKitchens(services) },
    { name: 'carry out rejections', run: () => carryOutRejections(services) },
    { name: 'decide for silent customers', run: () => decideForSilent(services) },
    { name: 'close runs', run: () => closeRuns(services), rest_ms: 5000 },
    { name: 'watch shifts', run: () => watchShifts(services), rest_ms: 15_000 },
    { name: 'keep cases', run: () => keepCases(services), rest_ms: 15_000 },
    { name: 'judge lateness', run: () => judgeLateness(services), rest_ms: 15_000 },
    { name: 'dispatch', woken_by: ['dispatch'], run: dispatcher(services, timedDecision) },
    lane('send text messages', ['sms'], messageErrands(services, ['sms'])),
    ...gateways.map((gateway) =>
      lane(`ask ${gateway.name} for delivery reports`, ['delivery_report'], reportErrands(services, gateway)),
    ),
    // All mail goes through a few connections to one server: waiting mails must not outlive their lease.
    lane('send mails', ['mail'], messageErrands(services, ['mail']), { most_waiting: 20 }),
    lane('ring closed pages', ['push'], messageErrands(services, ['push']), { pause_ms: 0 }),
  ]
}

async function checkBooks(services: Services): Promise<number> {
  const violations = await checkInvariants(services)
  if (violations && violations.length > 0) services.log.error({ violations }, 'a money invariant is broken')
  return 0
}

async function tidyAllCheckouts(services: Services): Promise<void> {
  while ((await tidyCheckouts(services)) > 0);
}

async function tidyAllPictures(services: Services): Promise<void> {
  while ((await tidyPictures(services)) > 0);
}
