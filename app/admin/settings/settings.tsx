import type { ReactNode } from 'react'
import { brand } from '../../../domain/brand.ts'
import { SERVICE_HOURS, serviceHours } from '../../../domain/catalog/service-hours.ts'
import { campusDate } from '../../../domain/clock.ts'
import { RIDER_PAY_SETTING, riderPaySettings } from '../../../domain/delivery/rider-pay.ts'
import { nairaNumber } from '../../../domain/money.ts'
import { MESSAGE_CAPS, messageCaps } from '../../../domain/notifications/message-caps.ts'
import { MESSAGE_TEXTS, messageTexts } from '../../../domain/notifications/message-words.ts'
import { SMS_PRICES, smsPrices } from '../../../domain/notifications/sms-prices.ts'
import { ESCALATION_SETTING, escalationSettings } from '../../../domain/orders/escalation-settings.ts'
import { COMMISSION_SETTING, defaultCommissionPercent } from '../../../domain/payments/commission.ts'
import { PAYOUT_SETTINGS, payoutSettings } from '../../../domain/payouts/payout-settings.ts'
import { allLandmarks, landmarkVersion } from '../../../domain/places/save-landmark.ts'
import { savedSetting } from '../../../domain/places/save-setting.ts'
import { deliverySettings } from '../../../domain/places/settings.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { readFields } from '../../endpoints/read-form.ts'
import { services_context } from '../../services.ts'
import { ActionField, ActionForm } from '../../ui/action-form.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import type { Route } from './+types/settings'
import { Landmarks } from './landmarks.tsx'
import { MessageTexts } from './message-texts.tsx'
import { ServiceHoursForm } from './service-hours-form.tsx'
import { settingsAction } from './settings-action.server.ts'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Settings - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  await requireAdmin(context, request)
  const version = async (key: string) => (await savedSetting(db, key)).version
  const delivery = await deliverySettings(db)
  const payouts = await payoutSettings(db)
  const rider_pay = await riderPaySettings(db)
  const { second_admin_above_kobo } = payouts
  const prices = await smsPrices(db)
  return {
    delivery: {
      version: await version('delivery'),
      default_fee: nairaNumber(delivery.default_fee_kobo),
      per_km: nairaNumber(delivery.per_km_kobo),
      minimum_fee: nairaNumber(delivery.minimum_fee_kobo),
      maximum_fee: nairaNumber(delivery.maximum_fee_kobo),
      service_radius_km: delivery.service_radius_km,
      ...delivery.campus,
    },
    commission: {
      version: await version(COMMISSION_SETTING),
      default_percent: await defaultCommissionPercent(db),
    },
    payouts: {
      version: await version(PAYOUT_SETTINGS),
      second_admin_above: second_admin_above_kobo === null ? '' : nairaNumber(second_admin_above_kobo),
    },
    rider_pay: {
      version: await version(RIDER_PAY_SETTING),
      share_percent: rider_pay.share_percent,
      minimum: nairaNumber(rider_pay.minimum_kobo),
    },
    escalation: { version: await version(ESCALATION_SETTING), ...(await escalationSettings(db)) },
    message_caps: { version: await version(MESSAGE_CAPS), ...(await messageCaps(db)) },
    sms_prices: {
      version: await version(SMS_PRICES),
      smarthive: nairaNumber(prices.smarthive_kobo),
      termii: nairaNumber(prices.termii_kobo),
    },
    service_hours: {
      version: await version(SERVICE_HOURS),
      ...(await serviceHours(db)),
      today: campusDate(clock.now()),
    },
    message_texts: { version: await version(MESSAGE_TEXTS), texts: await messageTexts(db) },
    landmarks: (await allLandmarks(db)).map((landmark) => ({
      ...landmark,
      version: landmarkVersion(landmark),
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(context, request)
  return settingsAction(context.get(services_context), actor, await readFields(request))
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { delivery, commission, payouts, rider_pay, escalation, service_hours, landmarks } = loaderData
  const { message_caps, message_texts, sms_prices } = loaderData
  return (
    <>
      <h1 className="text-3xl font-extrabold">Settings</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        What is saved here counts from the next order on. The audit log keeps what it was before.
      </p>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <Panel
            heading="Delivery fees"
            what="Distance in km times the rate, between the minimum and the maximum. Without a known place the default fee counts."
          >
            <ActionForm intent="delivery" button="Save fees" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={delivery.version} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Figure name="default_fee" label="Default fee (₦)" value={delivery.default_fee} />
                <Figure name="per_km" label="Per km (₦)" value={delivery.per_km} />
                <Figure name="minimum_fee" label="Minimum fee (₦)" value={delivery.minimum_fee} />
                <Figure name="maximum_fee" label="Maximum fee (₦)" value={delivery.maximum_fee} />
                <Figure
                  name="service_radius_km"
                  label="Service radius (km)"
                  value={delivery.service_radius_km}
                />
                <div className="hidden sm:block" />
                <Figure name="latitude" label="Campus, latitude" value={delivery.latitude} />
                <Figure name="longitude" label="Campus, longitude" value={delivery.longitude} />
              </div>
            </ActionForm>
          </Panel>
          <Panel
            heading="Orders that nobody takes"
            what="Minutes after payment, at once also for orders that wait already. An order that is given up is cancelled and all its money goes back; while its kitchen is closed nobody is reminded and nothing given up."
          >
            <ActionForm intent="escalation" button="Save minutes" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={escalation.version} />
              <div className="grid gap-4 sm:grid-cols-3">
                <Figure name="remind_minutes" label="Reminder" value={escalation.remind_minutes} />
                <Figure name="call_minutes" label="Tell admins" value={escalation.call_minutes} />
                <Figure name="cancel_minutes" label="Give it up" value={escalation.cancel_minutes} />
              </div>
            </ActionForm>
          </Panel>
        </div>
        <div className="grid gap-5">
          <Panel
            heading="Commission"
            what="What the platform keeps of a sale. A vendor’s own rate comes first."
          >
            <ActionForm intent="commission" button="Save commission" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={commission.version} />
              <Figure name="default_percent" label="Default (%)" value={commission.default_percent} />
            </ActionForm>
          </Panel>
          <Panel heading="Payouts" what="A payout above this amount needs the approval of two admins.">
            <ActionForm intent="payouts" button="Save rule" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={payouts.version} />
              <Figure
                name="second_admin_above"
                label="Second admin above (₦)"
                value={payouts.second_admin_above}
                hint="Empty: one admin is always enough."
              />
            </ActionForm>
          </Panel>
          <Panel
            heading="Riders’ pay"
            what="What a rider earns by an order: a share of its delivery fee. An offer keeps what it said."
          >
            <ActionForm intent="rider_pay" button="Save pay" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={rider_pay.version} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Figure name="share_percent" label="Share of the fee (%)" value={rider_pay.share_percent} />
                <Figure name="minimum" label="At least (₦)" value={rider_pay.minimum} />
              </div>
            </ActionForm>
          </Panel>
          <Panel
            heading="Price of text messages"
            what="What one part of 160 characters costs, as your contract says. A gateway that tells the cost of a message is believed."
          >
            <ActionForm intent="sms_prices" button="Save prices" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={sms_prices.version} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Figure name="smarthive" label="SmarthiveSMS (₦)" value={sms_prices.smarthive} />
                <Figure name="termii" label="Termii (₦)" value={sms_prices.termii} />
              </div>
            </ActionForm>
          </Panel>
          <Panel
            heading="Message caps"
            what="What is above them is held under Messages, for you to send or drop. A rider’s PIN, refunds, and what kitchens and accounts need are stopped only at three times the cap of the hour."
          >
            <ActionForm intent="message_caps" button="Save caps" busy="Saving…" look="brand">
              <input type="hidden" name="version" value={message_caps.version} />
              <div className="grid gap-4 sm:grid-cols-2">
                <Figure
                  name="recipient_daily_count"
                  label="SMS to one number a day"
                  value={message_caps.recipient_daily_count}
                />
                <Figure
                  name="hourly_count"
                  label="SMS an hour, and mails"
                  value={message_caps.hourly_count}
                />
              </div>
            </ActionForm>
          </Panel>
        </div>
        <Panel
          heading="Service hours"
          what="When orders are taken anywhere. A kitchen’s own hours count within them."
        >
          <ServiceHoursForm saved={service_hours} />
        </Panel>
        <Panel
          heading="Message texts"
          what="What customers, kitchens and riders read on the phone, from the next message on."
        >
          <MessageTexts saved={message_texts} />
        </Panel>
        <div className="xl:col-span-2">
          <Panel
            heading="Landmarks"
            what="Where fees are measured from, in the order in which they are offered."
          >
            <Landmarks landmarks={landmarks} campus={delivery} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Panel({ heading, what, children }: { heading: string; what: string; children: ReactNode }) {
  return (
    <section aria-label={heading} className="card p-5">
      <h2 className="text-xl font-bold">{heading}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">{what}</p>
      {children}
    </section>
  )
}

function Figure(props: { name: string; label: string; value: number | string; hint?: string }) {
  const { name, label, value, hint } = props
  return (
    <ActionField
      // What was saved stands in the field, also when it is written otherwise.
      key={value}
      name={name}
      label={label}
      defaultValue={value}
      inputMode="decimal"
      autoComplete="off"
      hint={hint}
    />
  )
}
