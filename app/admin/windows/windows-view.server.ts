import { type Calibration, type CalibrationPart, together } from '../../../domain/delivery/windows/calibration.ts'

/** Windows in words: of all kitchens or of the one chosen, by hour of payment and by kitchen. */
export function windowsView(parts: readonly CalibrationPart[], chosen: string | null) {
  const by_vendor = Map.groupBy(parts, ({ vendor_id }) => vendor_id)
  const own = chosen === null ? undefined : by_vendor.get(chosen)
  const shown = own ?? parts
  const by_hour = Map.groupBy(shown, ({ hour }) => hour)
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, all: together(by_hour.get(hour) ?? []) }))
  return {
    vendor: own?.[0] ? { vendor_id: own[0].vendor_id, vendor_name: own[0].vendor_name ?? 'N/A' } : null,
    figures: shown.length > 0 ? inWords(together(shown)) : null,
    hours: {
      kept: hours.map(({ hour, all }) => ({ ...named(hour), ...share(all.kept, all.delivered) })),
      within: hours.map(({ hour, all }) => ({ ...named(hour), ...share(all.within[80], all.known) })),
      width: hours.map(({ hour, all }) => ({
        ...named(hour),
        value: meanWidth(all),
        words: all.delivered === 0 ? 'nothing delivered' : widthInWords(all),
      })),
    },
    vendors: [...by_vendor].map(([vendor_id, of_vendor]) => ({
      vendor_id,
      vendor_name: of_vendor[0]?.vendor_name ?? 'N/A',
      ...inWords(together(of_vendor)),
    })),
  }
}

export type WindowsRow = ReturnType<typeof windowsView>['vendors'][number]

function inWords(all: Calibration) {
  return {
    orders: all.delivered.toLocaleString('en-NG'),
    kept: percent(all.kept, all.delivered),
    width: widthInWords(all),
    within_50: percent(all.within[50], all.known),
    within_80: percent(all.within[80], all.known),
    within_90: percent(all.within[90], all.known),
  }
}

function share(part: number, whole: number) {
  const words = whole === 0 ? 'nothing delivered' : `${percent(part, whole)}, ${part} of ${whole} orders`
  return { value: whole === 0 ? 0 : Math.round((part / whole) * 100), words }
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`)
const meanWidth = ({ width_minutes, delivered }: Calibration) => width_minutes / Math.max(delivered, 1)
const widthInWords = (all: Calibration) => `${meanWidth(all).toFixed(1)} min`
const named = (hour: number) => ({ day: String(hour), name: `${hour}:00` })
