import type { Db } from '../../../db/handle.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { CLAIMS } from '../../../domain/claims/claim-rules.ts'
import { INCIDENTS } from '../../../domain/delivery/incidents/incident-settings.ts'
import { SHIFTS } from '../../../domain/delivery/shifts/shift-settings.ts'
import { MESSAGE_TEXTS } from '../../../domain/notifications/words/message-words.ts'
import { SHARED_RIDES } from '../../../domain/orders/runs/ride-settings.ts'
import { COMMISSION } from '../../../domain/payments/commission.ts'
import { CAMPUS_TILES } from '../../../domain/places/campus-tiles.ts'
import { REFERRALS } from '../../../domain/promotions/referrals/referral-settings.ts'
import {
  COLLECTING,
  DELIVERY_SETTINGS,
  ESCALATION,
  KEPT_PROMISES,
  LATENESS,
  MESSAGE_CAPS,
  MISSING_DISHES,
  ORDER_RULES,
  PAYOUT_SETTINGS,
  RIDER_PAY,
  SMS_PRICES,
} from '../../../domain/settings/definitions.ts'
import type { FigureSetting } from '../../../domain/settings/figures.ts'
import { MONEY_LEAVES } from '../../../domain/settings/money-leaves.ts'
import { NOTICE } from '../../../domain/settings/notice.ts'
import { savedSetting } from '../../../domain/settings/read-setting.ts'

/** What a panel shows: figures, or a setting with a form of its own. */
type Shown = FigureSetting | { key: string; heading: string; what: string }

/** They say how much money leaves, and when: whoever saves one of them says that it is them. */
const money_settings: readonly Shown[] = [COMMISSION, CLAIMS, RIDER_PAY, INCIDENTS, PAYOUT_SETTINGS, MONEY_LEAVES]

/** All that an admin can set, as the page shows it. */
export const setting_groups: readonly { heading: string; settings: readonly Shown[] }[] = [
  {
    heading: 'Orders and delivery',
    settings: [
      NOTICE,
      DELIVERY_SETTINGS,
      ORDER_RULES,
      SHARED_RIDES,
      REFERRALS,
      ESCALATION,
      MISSING_DISHES,
      COLLECTING,
      LATENESS,
      KEPT_PROMISES,
      SHIFTS,
      SERVICE_HOURS,
      CAMPUS_TILES,
    ],
  },
  { heading: 'Money', settings: money_settings },
  { heading: 'Messages', settings: [MESSAGE_TEXTS, MESSAGE_CAPS, SMS_PRICES] },
]

/** The setting of this key, if its form is made of figures. */
export function figureSetting(key: string): FigureSetting | undefined {
  const setting = setting_groups.flatMap(({ settings }) => settings).find((known) => known.key === key)
  return setting && isFigures(setting) ? setting : undefined
}

/** Whether saving it takes a proof of who asks (docs/product.md#money-that-leaves). */
export const isAboutMoney = (setting: FigureSetting): boolean => money_settings.includes(setting)

const isFigures = (setting: Shown): setting is FigureSetting => 'fields' in setting

/** The groups with the figures as they stand. */
export async function settingPanels(db: Db) {
  const panelOf = async (setting: Shown) => {
    const { key, heading, what } = setting
    if (!isFigures(setting)) return { key, heading, what, figures: null }
    const { value, version } = await savedSetting(db, setting)
    return { key, heading, what, figures: { version, fields: setting.fields(value), button: setting.button } }
  }
  return Promise.all(
    setting_groups.map(async ({ heading, settings }) => ({
      heading,
      panels: await Promise.all(settings.map(panelOf)),
    })),
  )
}
