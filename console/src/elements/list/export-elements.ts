import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { watchJob } from '../../jobs/watch-job.ts'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { sortBody, sortOf, useListState } from './list-state.ts'
import { useSelection } from './use-selection.ts'

/** Returns the action that exports the rows and columns of the list; a card shows the progress and the file. */
export function useExport(schema: Application, columns: readonly string[]) {
  const { t } = useI18n()
  const state = useListState()
  const selection = useSelection(schema, state)
  const { namespace, code } = schema
  return useAction({
    run: (format: 'csv' | 'xlsx') => {
      const body = { ...selection, ...sortBody(sortOf(state, schema)), fields: columns, format }
      return call('exportElements', { params: { namespace, code }, body })
    },
    onDone: ({ jobId }) => watchJob(jobId, { title: t('elements.exportTitle', { name: schema.name }) }),
  })
}
