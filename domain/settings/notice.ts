import { z } from 'zod'
import type { Db } from '../../db/handle.ts'
import { calendarDay } from '../calendar-day.ts'
import { campusInstant, nextCampusMidnight } from '../clock.ts'
import { figures } from './figures.ts'
import { readSetting } from './read-setting.ts'

const ask_day = 'Please write the day like 2026-12-24, or leave it empty.'

/** What customers are told before they choose: docs/product.md#a-word-to-customers. */
export const NOTICE = figures({
  key: 'notice',
  heading: 'A word to customers',
  what:
    'Stands on the home page, above the restaurants and on every menu: that you are new here, a holiday, an exam ' +
    'week, heavy rain. It closes nothing: hours are set below, under Service hours.',
  button: 'Save the word',
  saved: 'The word to customers is saved',
  right: 'run_orders',
  form: z.object({
    words: z
      .string()
      .trim()
      .max(160, 'Please use at most 160 characters.')
      .regex(/^\P{Cc}*$/u, 'Please write it in one line.')
      .meta({ title: 'What customers read', description: 'Empty: nothing.' }),
    last_day: z
      .string()
      .trim()
      .pipe(z.literal('', ask_day).or(calendarDay(ask_day)))
      .meta({ title: 'Last day', description: 'Like 2026-12-24. Empty: until somebody takes it away.' }),
  }),
  default: { words: '', last_day: '' },
})

/** What customers are told now, and until when that holds; null where there is nothing to tell. */
export async function noticeNow(db: Db, now: Date): Promise<{ words: string; until: Date | null } | null> {
  const { words, last_day } = await readSetting(db, NOTICE)
  const until = last_day === '' ? null : nextCampusMidnight(campusInstant(last_day))
  return words === '' || (until && until <= now) ? null : { words, until }
}
