import { StatusChip } from '../../../ui/status-chip.tsx'
import type { DisplayProps } from '../../field-type.ts'
import { toneOf } from './type.ts'

/**
 * The status of an element; its history has the number alone. The names are in the schema of the application. A status
 * that the application no longer has is shown by its number.
 */
export const StatusDisplay = ({ value, field }: DisplayProps) => {
  const number = typeof value === 'number' ? value : (value as { status: number }).status
  const status = field.data.statuses?.find(({ id }) => id === number)
  return <StatusChip tone={status && toneOf(status)}>{status?.name ?? `№ ${number}`}</StatusChip>
}
