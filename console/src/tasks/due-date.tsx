import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { StatusChip } from '../ui/status-chip.tsx'

const soonMs = 24 * 3600_000

/**
 * The due date of an open task in words, such as "in 2 days", marked when it has passed or is less than a day away;
 * for any other task, the date and time.
 */
export function DueDate({ at, isOpen = true }: { at: string | null; isOpen?: boolean }) {
  const { t } = useI18n()
  const { relative, dateTime } = useFormats()
  if (at === null) return null
  const leftMs = new Date(at).getTime() - Date.now()
  const time = (
    <time dateTime={at} title={dateTime(at)}>
      {isOpen ? relative(at) : dateTime(at)}
    </time>
  )
  if (!isOpen || leftMs > soonMs) return time
  return (
    <StatusChip tone={leftMs < 0 ? 'danger' : 'warn'}>
      {leftMs < 0 && <span className="visually-hidden">{t('tasks.overdue')}: </span>}
      {time}
    </StatusChip>
  )
}
