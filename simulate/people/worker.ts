import { closeCohortDays } from '../../domain/analytics/cohorts.ts'
import { openCheckoutErrands } from '../../domain/checkout/settlement/check-open-checkouts.ts'
import { providerEventErrands } from '../../domain/checkout/settlement/consume-provider-events.ts'
import { receiveProviderEvent } from '../../domain/checkout/settlement/receive-provider-event.ts'
import { tidyCheckouts } from '../../domain/checkout/tidy-checkouts.ts'
import { dispatcher } from '../../domain/delivery/dispatch/dispatch-waiting.ts'
import { watchShifts } from '../../domain/delivery/shifts/watch-shifts.ts'
import { judgeLateness } from '../../domain/delivery/windows/judge-lateness.ts'
import { refreshSpeeds } from '../../domain/delivery/windows/refresh-speeds.ts'
import { keepCases } from '../../domain/desk/keep-cases.ts'
import { type Errands, workOnDue } from '../../domain/lane.ts'
import { reportErrands } from '../../domain/notifications/outbox/ask-for-reports.ts'
import { messageErrands } from '../../domain/notifications/outbox/send-messages.ts'
import { pauseUnreachedKitchens } from '../../domain/notifications/reach/pause-unreached-kitchens.ts'
import { acceptForKitchens } from '../../domain/orders/acceptance/accept-for-kitchens.ts'
import { escalateUnaccepted } from '../../domain/orders/acceptance/escalate-unaccepted.ts'
import { closeDays } from '../../domain/orders/figures/close-days.ts'
import { decideForSilent } from '../../domain/orders/missing-dish/decide-missing.ts'
import { carryOutRejections } from '../../domain/orders/refunds/hold-rejection.ts'
import { closeRuns } from '../../domain/orders/runs/close-runs.ts'
import { closeMonths } from '../../domain/payments/close-months.ts'
import { refundErrands } from '../../domain/payments/send-refund.ts'
import { failedTransferErrands } from '../../domain/payouts/transfers/ask-again.ts'
import { transferFeeErrands } from '../../domain/payouts/transfers/book-transfer-fees.ts'
import { transferErrands } from '../../domain/payouts/transfers/send-transfers.ts'
import { compareLists } from '../../domain/reconciliation/compare-lists.ts'
import { readChargebacks } from '../../domain/reconciliation/read-chargebacks.ts'
import { readNewestCharges } from '../../domain/reconciliation/read-newest.ts'
import { settleMissing } from '../../domain/reconciliation/settle-missing.ts'
import { forgetOld } from '../../domain/retention/forget-old.ts'
import { heard } from '../../test/unreached-kitchen.ts'
import { by_age, dueTimes } from '../due-times.ts'
import { allDeliveries, ordersIn } from '../looks.ts'
import { type Move, move } from '../move.ts'
import type { World } from '../world.ts'

type Deps = World['deps']

/** What has rows with a due time, or screens that wake it. */
const woken = [
  ...['consume provider events', 'check open checkouts', 'send refunds', 'send transfers', 'book transfer fees'],
  ...['send text messages', 'send mails', 'ask smarthive for delivery reports'],
]

/** People reach our pages all the while. */
async function pauseUnreachedWhileHeard(deps: Deps): Promise<number> {
  await heard(deps.db, new Date(0), deps.clock.now())
  return pauseUnreachedKitchens(deps)
}

const lane =
  <Row>(errandsOf: (deps: Deps) => Errands<Row>) =>
  (deps: Deps) =>
    workOnDue(errandsOf(deps), 20)

/** The worker's tasks by the names that server/services.ts gives them, each done once. Answers how much was due. */
export const tasks: Readonly<Record<string, { weight: number; run(deps: Deps): Promise<unknown> }>> = {
  'consume provider events': { weight: 4, run: lane(providerEventErrands) },
  'check open checkouts': { weight: 3, run: lane(openCheckoutErrands) },
  'send refunds': { weight: 4, run: lane(refundErrands) },
  'read newest charges': { weight: 0.5, run: readNewestCharges },
  'read chargebacks': { weight: 0.5, run: readChargebacks },
  'compare lists': { weight: 0.5, run: compareLists },
  'settle missing charges': { weight: 0.2, run: settleMissing },
  'send transfers': { weight: 4, run: lane(transferErrands) },
  'book transfer fees': { weight: 1, run: lane(transferFeeErrands) },
  'look after failed transfers': { weight: 0.2, run: lane(failedTransferErrands) },
  'forget what is old': { weight: 0.1, run: forgetOld },
  'learn speeds': { weight: 0.1, run: refreshSpeeds },
  'close days': { weight: 0.1, run: closeDays },
  'close cohort days': { weight: 0.1, run: closeCohortDays },
  'close months': { weight: 0.1, run: closeMonths },
  'tidy checkouts': { weight: 0.1, run: tidyCheckouts },
  'accept for kitchens': { weight: 1, run: acceptForKitchens },
  'carry out rejections': { weight: 3, run: carryOutRejections },
  'decide for silent customers': { weight: 2, run: decideForSilent },
  'escalate unaccepted orders': { weight: 2, run: escalateUnaccepted },
  'pause unreached kitchens': { weight: 0.5, run: pauseUnreachedWhileHeard },
  'close runs': { weight: 2, run: closeRuns },
  'watch shifts': { weight: 1, run: watchShifts },
  'keep cases': { weight: 0.5, run: keepCases },
  'judge lateness': { weight: 2, run: judgeLateness },
  dispatch: { weight: 4, run: (deps) => dispatcher(deps)() },
  'send text messages': { weight: 1, run: lane((deps) => messageErrands(deps, ['sms'])) },
  'ask smarthive for delivery reports': { weight: 0.5, run: lane((deps) => reportErrands(deps, deps.sms)) },
  'send mails': { weight: 1, run: lane((deps) => messageErrands(deps, ['mail'])) },
}

/** The worker, and the address at which the provider's webhooks arrive. */
export const worker: readonly Move[] = [
  ...Object.entries(tasks).map(([name, { weight, run }]) =>
    move(name, weight, async (world) => {
      const is_due = await mayBeDue(world, name)
      return is_due ? { about: 'what is due', act: () => run(world.deps) } : null
    }),
  ),
  move('receives a webhook', 4, receiveLetter),
]

/** Only when something is due, as if it was woken; the rest may run at any time. */
async function mayBeDue(world: World, name: string): Promise<boolean> {
  const { chance, db } = world
  if (name === 'dispatch')
    return (await allDeliveries(db)).some(({ closed_at }) => closed_at === null) || chance.of(0.1)
  if (name === by_age) return (await ordersIn(db, ['Pending'])).length > 0 || chance.of(0.1)
  if (!woken.includes(name)) return true
  const due = await dueTimes(world)
  return due.some(({ task, at }) => task === name && at <= world.clock.now())
}

/** In whatever sequence; one that gets lost comes again, as the provider promises. */
async function receiveLetter({ outside, chance, deps }: World) {
  if (outside.letters.length === 0) return null
  // The newest may be the first to come.
  const [letter] = outside.letters.splice(chance.whole(0, outside.letters.length - 1), 1)
  if (!letter) return null
  const lost = chance.of(outside.storm)
  const twice = chance.of(0.15)
  return {
    about: `${letter.body.toString('utf8').slice(0, 40)}…${lost ? ', which is lost' : ''}`,
    // Unless it is answered with 200, it comes again.
    after: (done: boolean) => letter.came(done && !lost ? 200 : 0),
    async act() {
      if (lost) return
      for (let time = 0; time < (twice ? 2 : 1); time++) {
        await receiveProviderEvent(deps, letter.headers, letter.body)
      }
    },
  }
}
