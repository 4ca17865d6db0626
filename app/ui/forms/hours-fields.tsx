import { Copy, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { HoursException, OpenStretch, WeekHours } from '../../../domain/catalog/hours/opening-hours.ts'
import { buttonClass } from '../button.tsx'
import { Notice } from '../notice.tsx'
import { tellTyped } from './kept-form.ts'
import { MOST_EXCEPTIONS, STRETCHES } from './read-hours.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export type Hours = { week_hours: WeekHours; hours_exceptions: readonly HoursException[] }

/**
 * Times per weekday, and dates on which other times apply. A blank day is a closed one.
 * `today` is the date on the campus.
 */
export function HoursFields({ hours, today, warning }: { hours: Hours; today: string; warning: string }) {
  const [dates, setDates] = useState(() => hours.hours_exceptions.map((exception, key) => ({ key, ...exception })))
  const end = useRef<HTMLDivElement>(null)
  const shown = useRef(dates)
  useEffect(() => {
    if (shown.current !== dates) tellTyped(end.current?.closest('form'))
    shown.current = dates
  }, [dates])
  const addDate = () => {
    const key = Math.max(-1, ...dates.map((row) => row.key)) + 1
    setDates([...dates, { key, date: '', stretches: [] }])
  }
  return (
    <>
      {hours.week_hours.every((day) => day.length === 0) && <Notice kind="warn">{warning}</Notice>}
      <p className="text-sm text-ink-soft">
        Leave a day empty to be closed. A closing time before the opening time is after midnight; the same time twice is
        the whole day.
      </p>
      {days.map((day, index) => (
        <Times key={day} legend={day} prefix={String(index)} stretches={hours.week_hours[index] ?? []} />
      ))}
      <div>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={(event) => copyMonday(event.currentTarget.form)}
        >
          <Copy aria-hidden="true" size={18} /> Monday’s hours for every day
        </button>
      </div>
      <h3 className="pt-2 font-bold">Other hours on single dates</h3>
      <p className="text-sm text-ink-soft">Holidays, exams, repairs. A date without times is closed all day.</p>
      {dates.map((row, index) => (
        <div key={row.key} className="rounded-control border border-line p-3">
          <div className="flex flex-wrap items-end justify-between gap-2">
            <div>
              <label htmlFor={`date-${index}`} className="font-semibold">
                Date
              </label>
              <input
                id={`date-${index}`}
                type="date"
                name={`date-${index}`}
                defaultValue={row.date}
                min={today}
                className="mt-1 block min-h-11 rounded-control border border-edge bg-surface px-3"
              />
            </div>
            <button
              type="button"
              className="grid size-11 place-items-center rounded-control border border-line hover:bg-sunken"
              aria-label={`Remove the date ${row.date || index + 1}`}
              onClick={() => setDates(dates.filter(({ key }) => key !== row.key))}
            >
              <X aria-hidden="true" size={18} />
            </button>
          </div>
          <Times legend="Times" prefix={`date-${index}`} stretches={row.stretches} />
        </div>
      ))}
      <div ref={end}>
        <button
          type="button"
          className={buttonClass('quiet')}
          onClick={addDate}
          disabled={dates.length >= MOST_EXCEPTIONS}
        >
          <Plus aria-hidden="true" size={18} /> Add a date
        </button>
      </div>
    </>
  )
}

/** Most vendors keep the same hours all week. */
function copyMonday(form: HTMLFormElement | null): void {
  for (const name of ['opens', 'closes']) {
    const monday = form?.elements.namedItem(`${name}-0-0`)
    if (!(monday instanceof HTMLInputElement)) return
    for (let day = 1; day < days.length; day++) {
      const field = form?.elements.namedItem(`${name}-${day}-0`)
      if (field instanceof HTMLInputElement) field.value = monday.value
    }
  }
  tellTyped(form)
}

function Times(props: { legend: string; prefix: string; stretches: readonly OpenStretch[] }) {
  const { legend, prefix, stretches } = props
  const [shown, setShown] = useState(Math.max(1, stretches.length))
  return (
    <fieldset className="min-w-0 border-t border-line pt-2">
      <legend className="float-left w-full pb-1 font-semibold sm:mr-3 sm:w-28 sm:py-2">{legend}</legend>
      <div className="flex flex-wrap items-center gap-2 max-sm:clear-both">
        {Array.from({ length: shown }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second opening of a day are their places.
          <span key={n} className="flex flex-wrap items-center gap-2">
            <Time name={`opens-${prefix}-${n}`} label={`${legend}, opens`} value={stretches[n]?.opens} />
            <span aria-hidden="true">to</span>
            <Time name={`closes-${prefix}-${n}`} label={`${legend}, closes`} value={stretches[n]?.closes} />
          </span>
        ))}
        {shown < STRETCHES && (
          <button
            type="button"
            className="min-h-11 px-2 text-sm text-link underline"
            aria-label={`and again: a second opening, ${legend}`}
            onClick={() => setShown(shown + 1)}
          >
            and again
          </button>
        )}
      </div>
    </fieldset>
  )
}

function Time({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <input
      type="time"
      name={name}
      aria-label={label}
      // A time field knows no 24:00.
      defaultValue={value === '24:00' ? '00:00' : (value ?? '')}
      className="min-h-11 rounded-control border border-edge bg-surface px-2"
    />
  )
}
