import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import css from './calendar.module.css'
import { addDays, addMonths, today, weeksOf } from './days.ts'

/** One month, in which a day is chosen by mouse or by arrows, Page Up and Page Down. */
export function Calendar({ value, onChoose }: { value: string; onChoose: (day: string) => void }) {
  const { t, language } = useI18n()
  const [current, setCurrent] = useState(value || today())
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current day
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [current])
  const format = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))
  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const months = { PageUp: -1, PageDown: 1 }[event.key]
    if (days === undefined && months === undefined) return
    event.preventDefault()
    isMoved.current = true
    setCurrent(days === undefined ? addMonths(current, months ?? 0) : addDays(current, days))
  }
  const weeks = weeksOf(current)
  return (
    <div className={css.calendar}>
      <header>
        <IconButton isPlain label={t('fields.previousMonth')} onClick={() => setCurrent(addMonths(current, -1))}>
          <ChevronLeftIcon />
        </IconButton>
        <b aria-live="polite">{format({ month: 'long', year: 'numeric' }, current)}</b>
        <IconButton isPlain label={t('fields.nextMonth')} onClick={() => setCurrent(addMonths(current, 1))}>
          <ChevronRightIcon />
        </IconButton>
      </header>
      <table ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={format({ weekday: 'long' }, day)}>
                {format({ weekday: 'short' }, day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    tabIndex={day === current ? 0 : -1}
                    data-autofocus={day === current || undefined}
                    aria-label={format({ dateStyle: 'full' }, day)}
                    aria-pressed={day === value}
                    aria-current={day === today() ? 'date' : undefined}
                    data-other={day.slice(0, 7) !== current.slice(0, 7) || undefined}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
