import { useI18n } from '../i18n/index.tsx'
import { StatusChip, type Tone } from '../ui/status-chip.tsx'
import type { Case, Registration } from './record-queries.ts'

const caseTones: Record<Case['state'], Tone> = {
  draft: 'neutral',
  active: 'good',
  closed: 'warn',
  archived: 'neutral',
  disposed: 'danger',
}

/** The state of a case as a chip. */
export function CaseState({ state }: { state: Case['state'] }) {
  const { t } = useI18n()
  return <StatusChip tone={caseTones[state]}>{t(`records.state_${state}`)}</StatusChip>
}

const tones: Record<Registration['status'], Tone> = { registered: 'good', reserved: 'info', cancelled: 'neutral' }

/** The status of a number as a chip: given, reserved or annulled. */
export function NumberState({ status }: { status: Registration['status'] }) {
  const { t } = useI18n()
  return <StatusChip tone={tones[status]}>{t(`records.status_${status}`)}</StatusChip>
}
