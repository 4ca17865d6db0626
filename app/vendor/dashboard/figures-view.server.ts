import { campusMonth, formatCampusMonth, formatDay } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { KitchenRecord, RecordFigures, RecordUnit } from '../../../domain/ratings/kitchen-record.ts'
import { counted } from '../../ui/counted.ts'

/** A kitchen's record in words, and in the bars that are drawn of it. */
export function figuresView({ periods, all, best_dishes }: KitchenRecord, unit: RecordUnit) {
  const bars = (barOf: (figures: RecordFigures) => { value: number; words: string }) =>
    periods.map((period) => ({ day: period.begins, name: nameOf(period.begins, unit), ...barOf(period) }))
  return {
    is_empty: all.orders === 0,
    totals: {
      takings: formatNaira(all.takings),
      orders: counted(all.orders, 'order'),
      ready: all.ready === 0 ? 'none' : `${percentOf(all)} % of ${all.ready}`,
      stars: all.stars === null ? '–' : all.stars.toFixed(1),
      rated: counted(all.rated, 'rating'),
      lost: lostWords(all),
    },
    minutes: {
      took: all.took_minutes === null ? '–' : `${all.took_minutes} min`,
      said: all.said_minutes === null ? 'No order became ready' : `You had said ${all.said_minutes} min`,
    },
    bars: {
      takings: bars(({ takings }) => ({ value: takings, words: formatNaira(takings) })),
      orders: bars(({ orders }) => ({ value: orders, words: String(orders) })),
      ready: bars((figures) => ({ value: percentOf(figures), words: inTimeWords(figures) })),
      lost: bars((figures) => ({ value: figures.rejected + figures.lapsed, words: lostWords(figures) })),
      stars: bars((figures) => ({ value: figures.stars ?? 0, words: starsWords(figures) })),
    },
    best_dishes,
  }
}

function nameOf(begins: string, unit: RecordUnit): string {
  if (unit !== 'month') return formatDay(begins)
  const month = campusMonth(begins.slice(0, 7))
  return month ? formatCampusMonth(month).slice(0, 3) : begins
}

const percentOf = ({ in_time, ready }: RecordFigures) => (ready === 0 ? 0 : Math.round((in_time / ready) * 100))

function inTimeWords(figures: RecordFigures): string {
  const { ready, in_time, took_minutes, said_minutes } = figures
  if (ready === 0) return 'none became ready'
  return `${percentOf(figures)} %, ${in_time} of ${ready}; took ${took_minutes} min, said ${said_minutes}`
}

const lostWords = ({ rejected, lapsed }: RecordFigures) => `${rejected} rejected, ${lapsed} lapsed`

const starsWords = ({ stars, rated }: RecordFigures) =>
  stars === null ? 'not rated' : `${stars.toFixed(1)} of 5, ${counted(rated, 'rating')}`
