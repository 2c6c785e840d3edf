import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useElementNames } from '../../api/names.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import { type EditorProps, inputProps } from '../editor.ts'
import { namedEntries, unloadedIds } from '../named-entries.ts'
import { SearchSelect } from '../search-select.tsx'
import { searchElements } from '../searches.ts'

/**
 * A search box for elements of an application, with a link that opens the form of a new element in another tab. Without
 * the right to create elements there, or if the application is hidden or missing, there is no link.
 */
export function ReferenceEditor(props: EditorProps) {
  const { field, value, onChange } = props
  const { t } = useI18n()
  const { namespace = '', code = '' } = field.data
  const { data: workspace } = useQuery(workspaceQuery)
  const target = workspace?.namespaces
    .find((space) => space.code === namespace)
    ?.applications.find((application) => application.code === code)
  const names = useElementNames(field.data, unloadedIds(value))
  return (
    <div>
      <SearchSelect
        input={inputProps(props)}
        queryKey={['choices', namespace, code]}
        search={searchElements(namespace, code)}
        selected={namedEntries(value).map(({ __id, __name }) => ({ id: __id, name: __name ?? names.get(__id) ?? '…' }))}
        onSelect={(chosen) =>
          onChange(chosen.length > 0 ? chosen.map(({ id, name }) => ({ __id: id, __name: name })) : null)
        }
        isMultiple={field.array}
        placeholder={t('fields.searchElements')}
      />
      {target?.rights.includes('create') && (
        <Anchor
          href={`/console/apps/${namespace}/${code}/new`}
          target="_blank"
          size="xs"
          display="inline-block"
          lh="24px"
        >
          {t('fields.newElement')}
        </Anchor>
      )}
    </div>
  )
}
