import { Button, Menu } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { watchJob } from '../../jobs/watch-job.ts'
import { BoardIcon, DownloadIcon, PlusIcon, SettingsIcon, UploadIcon } from '../../ui/icons.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { newTitle } from '../element-words.ts'
import { ColumnChooser } from './column-chooser.tsx'
import { sortBody, sortOf, useListState } from './list-state.ts'
import { SavedViews } from './saved-views.tsx'
import { useSelection } from './use-selection.ts'

/** The search, the saved views, the columns, the menu of further actions, and the button for a new element. */
export function ListActions({ schema, columns }: { schema: Application; columns: readonly string[] }) {
  const { t } = useI18n()
  const { q = '', change, filter } = useListState()
  const startExport = useExport(schema, columns)
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const { namespace, code, rights, statuses } = schema
  return (
    <>
      <SearchBox value={q} onChange={(text) => filter({ q: text || undefined })} />
      <SavedViews schema={schema} />
      <ColumnChooser schema={schema} columns={columns} />
      <MoreMenu>
        {statuses.length > 0 && (
          <Menu.Item leftSection={<BoardIcon />} onClick={() => change({ view: 'board', open: undefined })}>
            {t('elements.board')}
          </Menu.Item>
        )}
        {isAdministrator && (
          <Menu.Item leftSection={<SettingsIcon />} component={Link} to={`/apps/${namespace}/${code}/design` as '/'}>
            {t('elements.design')}
          </Menu.Item>
        )}
        {rights.includes('import') && (
          <Menu.Item leftSection={<UploadIcon />} component={Link} to={`/apps/${namespace}/${code}/import` as '/'}>
            {t('elements.import')}
          </Menu.Item>
        )}
        {rights.includes('export') &&
          (['xlsx', 'csv'] as const).map((format) => (
            <Menu.Item key={format} leftSection={<DownloadIcon />} onClick={() => startExport.mutate(format)}>
              {t(format === 'xlsx' ? 'elements.exportXlsx' : 'elements.exportCsv')}
            </Menu.Item>
          ))}
      </MoreMenu>
      {rights.includes('create') && (
        <Button component={Link} to={`/apps/${namespace}/${code}/new` as '/'} leftSection={<PlusIcon />}>
          {newTitle(schema, t)}
        </Button>
      )}
    </>
  )
}

/** Returns the action that exports the rows and columns of the list; a card shows the progress and the file. */
function useExport(schema: Application, columns: readonly string[]) {
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
