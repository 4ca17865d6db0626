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
import { useRefusedWithoutScript } from '../../ui/action-form.tsx'
import { ScreenError } from '../../ui/screen-error.tsx'
import type { Route } from './+types/settings'
import type { FigureIntent, SavedFigures } from './figure-groups.ts'
import { Landmarks } from './landmarks.tsx'
import { MessageTexts } from './message-texts.tsx'
import { FiguresPanel, Panel, PanelGroup } from './panel.tsx'
import { ServiceHoursForm } from './service-hours-form.tsx'
import { settingsAction } from './settings-action.server.ts'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Settings - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  await requireAdmin(context, request)
  const [delivery, payouts, rider_pay, prices] = await Promise.all([
    deliverySettings(db),
    payoutSettings(db),
    riderPaySettings(db),
    smsPrices(db),
  ])
  const { second_admin_above_kobo } = payouts
  const version = async (key: string) => (await savedSetting(db, key)).version
  const figures: Record<FigureIntent, SavedFigures> = {
    delivery: {
      version: await version('delivery'),
      values: {
        default_fee: nairaNumber(delivery.default_fee_kobo),
        per_km: nairaNumber(delivery.per_km_kobo),
        minimum_fee: nairaNumber(delivery.minimum_fee_kobo),
        maximum_fee: nairaNumber(delivery.maximum_fee_kobo),
        service_radius_km: delivery.service_radius_km,
        ...delivery.campus,
      },
    },
    escalation: { version: await version(ESCALATION_SETTING), values: await escalationSettings(db) },
    commission: {
      version: await version(COMMISSION_SETTING),
      values: { default_percent: await defaultCommissionPercent(db) },
    },
    payouts: {
      version: await version(PAYOUT_SETTINGS),
      values: {
        second_admin_above: second_admin_above_kobo === null ? '' : nairaNumber(second_admin_above_kobo),
      },
    },
    rider_pay: {
      version: await version(RIDER_PAY_SETTING),
      values: { share_percent: rider_pay.share_percent, minimum: nairaNumber(rider_pay.minimum_kobo) },
    },
    message_caps: { version: await version(MESSAGE_CAPS), values: await messageCaps(db) },
    sms_prices: {
      version: await version(SMS_PRICES),
      values: { smarthive: nairaNumber(prices.smarthive_kobo), termii: nairaNumber(prices.termii_kobo) },
    },
  }
  return {
    figures,
    campus: delivery.campus,
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
  const { figures, campus, service_hours, message_texts, landmarks } = loaderData
  const hours_refused = useRefusedWithoutScript('service_hours') !== null
  const text_refused = useRefusedWithoutScript('message_text') !== null
  const landmark_refused = [
    useRefusedWithoutScript('landmark'),
    useRefusedWithoutScript('new_landmark'),
  ].some((refused) => refused !== null)
  const verified = landmarks.filter((landmark) => landmark.verified).length
  const changed = Object.keys(message_texts.texts).length
  const days_open = Object.values(service_hours.week_hours ?? {}).filter((day) => day.length > 0).length
  return (
    <>
      <h1 className="text-3xl font-extrabold">Settings</h1>
      <p className="mt-2 max-w-2xl text-ink-soft">
        What is saved here counts from the next order on. The audit log keeps what it was before.
      </p>
      <PanelGroup heading="Orders and delivery">
        <FiguresPanel intent="delivery" saved={figures.delivery} />
        <FiguresPanel intent="escalation" saved={figures.escalation} />
        <Panel
          heading="Service hours"
          what="When orders are taken anywhere. A kitchen’s own hours count within them."
          now={days_open === 0 ? 'Nobody can order anywhere' : `Open on ${days_open} of 7 days`}
          open={hours_refused}
        >
          <ServiceHoursForm saved={service_hours} />
        </Panel>
        <Panel
          heading="Landmarks"
          what="Where fees are measured from, in the order in which they are offered."
          now={`${landmarks.length} in the list, ${verified} verified`}
          open={landmark_refused}
        >
          <Landmarks landmarks={landmarks} campus={campus} />
        </Panel>
      </PanelGroup>
      <PanelGroup heading="Money">
        <FiguresPanel intent="commission" saved={figures.commission} />
        <FiguresPanel intent="rider_pay" saved={figures.rider_pay} />
        <FiguresPanel intent="payouts" saved={figures.payouts} />
      </PanelGroup>
      <PanelGroup heading="Messages">
        <Panel
          heading="Message texts"
          what="What customers, kitchens and riders read on the phone, from the next message on."
          now={changed === 0 ? 'All as we wrote them' : `${changed} in words of your own`}
          open={text_refused}
        >
          <MessageTexts saved={message_texts} />
        </Panel>
        <FiguresPanel intent="message_caps" saved={figures.message_caps} />
        <FiguresPanel intent="sms_prices" saved={figures.sms_prices} />
      </PanelGroup>
    </>
  )
}
