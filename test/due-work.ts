import { openCheckoutErrands } from '../domain/checkout/settlement/check-open-checkouts.ts'
import { providerEventErrands } from '../domain/checkout/settlement/consume-provider-events.ts'
import { type Errands, workOnDue } from '../domain/lane.ts'
import { message_channels } from '../domain/notifications/lifecycle.ts'
import { reportErrands } from '../domain/notifications/outbox/ask-for-reports.ts'
import { messageErrands } from '../domain/notifications/outbox/send-messages.ts'
import { refundErrands } from '../domain/payments/send-refund.ts'
import { failedTransferErrands } from '../domain/payouts/transfers/ask-again.ts'
import { transferFeeErrands } from '../domain/payouts/transfers/book-transfer-fees.ts'
import { transferErrands } from '../domain/payouts/transfers/send-transfers.ts'

/** What a lane of the worker would do, done now. Answers how many it worked on, at most `limit`. */
const now =
  <Deps, Row>(errandsOf: (deps: Deps) => Errands<Row>, at_once: number) =>
  (deps: Deps, limit = at_once) =>
    workOnDue(errandsOf(deps), limit)

export const checkOpenCheckouts = now(openCheckoutErrands, 20)
export const consumeDueProviderEvents = now(providerEventErrands, 20)
export const sendDueRefunds = now(refundErrands, 10)
export const sendDueTransfers = now(transferErrands, 10)
export const askAboutFailedTransfers = now(failedTransferErrands, 10)
export const bookTransferFees = now(transferFeeErrands, 10)
export const sendDueMessages = now(
  (deps: Parameters<typeof messageErrands>[0]) => messageErrands(deps, message_channels),
  20,
)

/** Asks every gateway about what is due. Answers the number of questions. */
export async function askForReports(deps: Parameters<typeof reportErrands>[0]): Promise<number> {
  const gateways = [deps.sms, deps.second_sms ?? []].flat()
  const asked = await Promise.all(gateways.map((gateway) => workOnDue(reportErrands(deps, gateway), 1)))
  return asked.reduce((sum, questions) => sum + questions, 0)
}
