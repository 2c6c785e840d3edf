import { StatusChip, type Tone } from '../../ui/status-chip.tsx'
import type { FieldType, ShowProps, Status } from '../field-type.ts'

/** The status of an element. The names are in the schema of the application. */
export const statusType: FieldType = {
  code: 'STATUS',
  Show: ({ value, field }: ShowProps) => {
    const status = field.data.statuses?.find(({ id }) => id === (value as { status: number }).status)
    return status && <StatusChip tone={toneOf(status)}>{status.name}</StatusChip>
  },
  filter: () => 'choice',
  isSortable: true,
}

/** Statuses in which work goes on are blue; the first and the final ones are grey. */
export const toneOf = ({ order = 0, final = false }: Pick<Status, 'order' | 'final'>): Tone =>
  order === 0 || final ? 'neutral' : 'info'
