import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { watchJob } from '../../jobs/watch-job.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { selectionBody, sortBody, useListState } from './list-state.ts'

/** Returns the action that exports the rows and columns of the list; a card shows the progress and the file. */
export function useExport(schema: Application, columns: readonly string[]) {
  const { t } = useI18n()
  const state = useListState()
  const { namespace, code } = schema
  return useAction({
    run: (format: 'csv' | 'xlsx') => {
      const body = { ...selectionBody(state, schema), ...sortBody(state.sort), fields: columns, format }
      return call('exportElements', { params: { namespace, code }, body })
    },
    onDone: ({ jobId }) => watchJob(jobId, { title: t('elements.exportTitle', { name: schema.name }) }),
  })
}
