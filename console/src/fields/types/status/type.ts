import type { Tone } from '../../../ui/status-chip.tsx'
import type { FieldType, Status, StatusTone } from '../../field-type.ts'

/** The status of an element. Definitions do not name the type: an application with statuses has one status field. */
export const statusType = {
  code: 'STATUS',
  filter: 'choice',
  isSortable: true,
  framePx: 24,
} as const satisfies FieldType

const declared: Readonly<Record<StatusTone, Tone>> = {
  neutral: 'neutral',
  positive: 'good',
  warning: 'warn',
  danger: 'danger',
}

/**
 * Returns the declared tone of a status. A status without a declared tone is grey if it is the first or a final one,
 * and blue otherwise.
 */
export const toneOf = ({ order = 0, final = false, tone }: Pick<Status, 'order' | 'final' | 'tone'>): Tone => {
  if (tone !== undefined) return declared[tone]
  return order === 0 || final ? 'neutral' : 'info'
}
