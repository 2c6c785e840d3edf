import { Button } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import type { Import } from './import-state.tsx'

interface Props {
  readonly schema: Application
  /** The trial run whose options are used for the import. */
  readonly trial: Import
  readonly fileHash: string
  readonly onStarted: (importId: string) => void
}

/** The button below a trial run that imports the same file with the same options. */
export function RunImport({ schema, trial: { options, total, failed }, fileHash, onStarted }: Props) {
  const { t } = useI18n()
  const { namespace, code } = schema
  const run = useAction({
    run: () => call('importElements', { params: { namespace, code }, body: { ...options, fileHash, dryRun: false } }),
    invalidates: staleAfter.importPlan(),
    onDone: ({ importId }) => onStarted(importId),
  })
  return (
    <Button variant={failed === 0 ? 'filled' : 'default'} loading={run.isPending} onClick={() => run.mutate()}>
      {t('imports.runRows', { count: total - failed })}
    </Button>
  )
}
