import type { Operations } from '../../api/operations.ts'
import { useI18n } from '../../i18n/index.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

export type Import = Operations['getImport']['result']['status']

/** The state of an import; for a finished import, also whether rows failed. */
export function ImportStateChip({ status: { state, failed, dryRun } }: { status: Import }) {
  const { t } = useI18n()
  if (state === 'running') return <StatusChip tone="info">{t('imports.running')}</StatusChip>
  if (state === 'undone') return <StatusChip>{t('imports.undone')}</StatusChip>
  if (state === 'error') return <StatusChip tone="danger">{t('imports.stopped')}</StatusChip>
  if (failed > 0)
    return (
      <StatusChip tone="warn">{t(dryRun ? 'imports.wrongRows' : 'imports.failedRows', { count: failed })}</StatusChip>
    )
  return <StatusChip tone="good">{t(dryRun ? 'imports.tried' : 'imports.done')}</StatusChip>
}
