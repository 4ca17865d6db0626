import type { Actor } from '../../../domain/accounts/actor.ts'
import { saveServiceHours } from '../../../domain/catalog/save-service-hours.ts'
import { saveRiderPay } from '../../../domain/delivery/save-rider-pay.ts'
import { saveMessageCaps } from '../../../domain/notifications/save-message-caps.ts'
import { saveMessageText } from '../../../domain/notifications/save-message-text.ts'
import { saveSmsPrices } from '../../../domain/notifications/save-sms-prices.ts'
import { saveEscalation } from '../../../domain/orders/save-escalation.ts'
import { saveCommission } from '../../../domain/payments/save-commission.ts'
import { savePayoutSettings } from '../../../domain/payouts/save-payout-settings.ts'
import { saveDeliverySettings } from '../../../domain/places/save-delivery-settings.ts'
import { saveLandmark } from '../../../domain/places/save-landmark.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal, textOf } from '../../ui/action-answer.ts'
import { readHours } from '../../ui/read-hours.ts'

type Answer =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'stale' | 'taken' | 'outside' }
  | { ok: false; reason: 'field'; details: { field: string; said: string } }
  | { ok: false; reason: 'hours'; details: string }

/** What the forms of the settings do, and their answers in words. */
export async function settingsAction(services: AppServices, actor: Actor, form: FormData) {
  const version = textOf(form, 'version')
  const fields: Record<string, string> = {}
  for (const name of form.keys()) fields[name] = textOf(form, name)
  switch (textOf(form, 'intent')) {
    case 'delivery':
      return said(
        form,
        'Delivery fees saved',
        await saveDeliverySettings(services, actor, { fields, version }),
      )
    case 'commission': {
      const default_percent = textOf(form, 'default_percent')
      return said(
        form,
        'Commission saved',
        await saveCommission(services, actor, { default_percent, version }),
      )
    }
    case 'payouts': {
      const second_admin_above = textOf(form, 'second_admin_above')
      const saved = await savePayoutSettings(services, actor, { second_admin_above, version })
      return said(form, 'Payout rule saved', saved)
    }
    case 'rider_pay': {
      const pay = { share_percent: textOf(form, 'share_percent'), minimum: textOf(form, 'minimum') }
      return said(form, 'Riders’ pay saved', await saveRiderPay(services, actor, { ...pay, version }))
    }
    case 'escalation': {
      const saved = await saveEscalation(services, actor, {
        remind_minutes: textOf(form, 'remind_minutes'),
        call_minutes: textOf(form, 'call_minutes'),
        cancel_minutes: textOf(form, 'cancel_minutes'),
        version,
      })
      return said(form, 'Minutes saved', saved)
    }
    case 'service_hours': {
      const saved = await saveServiceHours(services, actor, { hours: readHours(form), version })
      return said(form, 'Service hours saved', saved)
    }
    case 'message_caps': {
      const caps = {
        recipient_daily_count: textOf(form, 'recipient_daily_count'),
        hourly_count: textOf(form, 'hourly_count'),
      }
      return said(form, 'Message caps saved', await saveMessageCaps(services, actor, { ...caps, version }))
    }
    case 'sms_prices': {
      const prices = { smarthive: textOf(form, 'smarthive'), termii: textOf(form, 'termii') }
      return said(form, 'Prices saved', await saveSmsPrices(services, actor, { ...prices, version }))
    }
    case 'message_text':
    case 'message_text_reset': {
      const is_reset = textOf(form, 'intent') === 'message_text_reset'
      const text = is_reset ? null : textOf(form, 'text')
      const template = textOf(form, 'template')
      const saved = await saveMessageText(services, actor, { template, text, version })
      return said(form, is_reset ? 'Back to our text' : 'Text saved', saved)
    }
    case 'landmark':
      return said(form, 'Landmark saved', await saveLandmark(services, actor, { fields, version }))
    case 'new_landmark':
      return said(form, 'Landmark added', await saveLandmark(services, actor, { fields, version: null }))
    default:
      return refusal(form, 400, 'This cannot be done here.')
  }
}

function said(form: FormData, words: string, answer: Answer) {
  if (answer.ok) return done(form, words)
  switch (answer.reason) {
    case 'field':
      return refusal(form, 422, answer.details.said, answer.details.field)
    case 'hours':
      return refusal(form, 422, answer.details)
    case 'not_found':
      return refusal(form, 404, 'There is no such setting.')
    case 'stale':
      return refusal(
        form,
        409,
        'Somebody else saved this while you were at it. Please load the page again, look at what stands there now, and save once more if need be.',
      )
    case 'taken':
      return refusal(form, 409, 'A landmark of this name is there already.', 'name')
    case 'outside':
      return refusal(form, 422, 'This place is farther from the campus than the service radius.', 'latitude')
  }
}
