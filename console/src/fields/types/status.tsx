import { StatusChip, type Tone } from '../../ui/status-chip.tsx'
import type { FieldType, ShowProps, Status, StatusTone } from '../field-type.ts'

/**
 * The status of an element; its history has the number alone. The names are in the schema of the application. A status
 * that the application no longer has is shown by its number.
 */
export const statusType: FieldType = {
  code: 'STATUS',
  Show: ({ value, field }: ShowProps) => {
    const number = typeof value === 'number' ? value : (value as { status: number }).status
    const status = field.data.statuses?.find(({ id }) => id === number)
    return <StatusChip tone={status && toneOf(status)}>{status?.name ?? `№ ${number}`}</StatusChip>
  },
  filter: () => 'choice',
  isSortable: true,
}

const declared: Readonly<Record<StatusTone, Tone>> = {
  neutral: 'neutral',
  positive: 'good',
  warning: 'warn',
  danger: 'danger',
}

/**
 * Returns the declared tone of a status. Without one, statuses in which work goes on are blue; the first and the final
 * ones are grey.
 */
export const toneOf = ({ order = 0, final = false, tone }: Pick<Status, 'order' | 'final' | 'tone'>): Tone => {
  if (tone !== undefined) return declared[tone]
  return order === 0 || final ? 'neutral' : 'info'
}
