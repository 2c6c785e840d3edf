import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { ApplicationIcon, FilterIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Application } from '../application.ts'
import { newTitle } from '../element-words.ts'
import { useListState } from './list-state.ts'

/** Says that no element matches the filters, or that there is no element yet and how to create the first one. */
export function ListEmpty({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const { q, f, eql, status, filter } = useListState()
  const { namespace, code, name, rights } = schema
  if (q || f || eql || status)
    return (
      <EmptyState icon={<FilterIcon size={28} />} title={t('elements.noMatch')} text={t('ui.nothingFoundText')}>
        <Button
          variant="light"
          onClick={() => filter({ q: undefined, f: undefined, eql: undefined, status: undefined })}
        >
          {t('ui.clearAll')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<ApplicationIcon size={28} />}
      title={t('elements.empty', { name })}
      text={t('elements.emptyText')}
    >
      {rights.includes('import') && <Link to={`/apps/${namespace}/${code}/import` as '/'}>{t('elements.import')}</Link>}
      {rights.includes('create') && (
        <Button component={Link} to={`/apps/${namespace}/${code}/new`}>
          {newTitle(schema, t)}
        </Button>
      )}
    </EmptyState>
  )
}
