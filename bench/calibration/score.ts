import { type WindowLevel, window_levels, windowOf } from '../../domain/delivery/windows/estimate.ts'
import { percentile } from '../statistics.ts'
import type { PlayedOrder } from './campus-weeks.ts'

export type Score = {
  orders: number
  mean_minutes: number
  /** Shares (0 to 1) of the orders that came within the windows of each level, and by their ends. */
  levels: readonly { level: WindowLevel; within: number; by_end: number; width_minutes: number }[]
  /** The kitchen's word and usual minutes, with margins that are always the same. */
  naive: {
    within: number
    by_end: number
    /** As wide as such margins would have to be, chosen afterwards, for the same share as the window that is told. */
    width_for_same_minutes: number
  }
}

/** The margins around the kitchen's word: a window of fifteen minutes. */
const NAIVE_BEFORE_MINUTES = 4
export const NAIVE_WIDTH_MINUTES = 15

/** How often the windows of played orders held what they say, beside those of a naive estimate. */
export function scoreOf(played: readonly PlayedOrder[]): Score {
  const share = (is: (order: PlayedOrder) => boolean) => played.filter(is).length / played.length
  const mean = (of: (order: PlayedOrder) => number) => played.reduce((all, order) => all + of(order), 0) / played.length
  const levels = window_levels.map((level) => {
    const windows = new Map(played.map((order) => [order, minutesOf(order, level)]))
    const windowFor = (order: PlayedOrder) => windows.get(order) ?? { from: 0, until: 0 }
    return {
      level,
      within: share((order) => {
        const { from, until } = windowFor(order)
        return order.took_minutes >= from && order.took_minutes <= until
      }),
      by_end: share((order) => order.took_minutes <= windowFor(order).until),
      width_minutes: mean((order) => windowFor(order).until - windowFor(order).from),
    }
  })
  const late_by = played.map(({ took_minutes, said_minutes }) => took_minutes - said_minutes)
  const latest = NAIVE_WIDTH_MINUTES - NAIVE_BEFORE_MINUTES
  return {
    orders: played.length,
    mean_minutes: mean(({ took_minutes }) => took_minutes),
    levels,
    naive: {
      within: late_by.filter((by) => by >= -NAIVE_BEFORE_MINUTES && by <= latest).length / played.length,
      by_end: late_by.filter((by) => by <= latest).length / played.length,
      width_for_same_minutes: percentile(late_by, 0.95) - percentile(late_by, 0.15),
    },
  }
}

/** A window in minutes after the payment, as it is told. */
function minutesOf({ estimated, placed_at }: PlayedOrder, level: WindowLevel) {
  const { from, until } = windowOf(estimated, placed_at, level)
  const minutes = (instant: Date) => (instant.getTime() - placed_at.getTime()) / 60_000
  return { from: minutes(from), until: minutes(until) }
}
