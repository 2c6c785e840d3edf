import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useElementNames } from '../../../api/names.ts'
import { keys } from '../../../api/query-keys.ts'
import { workspaceQuery } from '../../../api/workspace.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useCreatedElsewhere, whenSeen } from '../../created-elsewhere.ts'
import { type EditorProps, inputProps } from '../../editor.ts'
import { namedEntries, unloadedIds } from '../../named-entries.ts'
import { belowPx, type Choice, SearchSelect } from '../../search-select.tsx'
import { searchElements } from '../../searches.ts'

/**
 * A search box for elements of an application, with a link that opens the form of a new element in another tab. The
 * typed text becomes the name of the new element, and the box takes the element when it has been created. Without the
 * right to create elements there, or if the application is hidden or missing, there is no link.
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
        queryKey={keys.choices(namespace, code)}
        search={searchElements(namespace, code)}
        selected={namedEntries(value).map(({ __id, __name }) => ({ id: __id, name: __name ?? names.get(__id) ?? '…' }))}
        onSelect={(chosen) =>
          onChange(chosen.length > 0 ? chosen.map(({ id, name }) => ({ __id: id, __name: name })) : null)
        }
        isMultiple={field.array}
        placeholder={t('fields.searchElements')}
        below={
          target?.rights.includes('create')
            ? (text, choose) => <NewElementLink {...{ namespace, code, text, choose }} label={props.label} />
            : undefined
        }
      />
    </div>
  )
}

function NewElementLink(props: {
  namespace: string
  code: string
  text: string
  label: string
  choose: (choice: Choice) => void
}) {
  const { namespace, code, text, label, choose } = props
  const { t } = useI18n()
  const asker = useCreatedElsewhere((created) => {
    choose(created)
    whenSeen(() => toast({ text: t('fields.newElementChosen', { name: created.name, field: label }), tone: 'good' }))
  })
  return (
    <Anchor
      size="xs"
      display="inline-block"
      lh={`${belowPx}px`}
      target="_blank"
      renderRoot={(root) => (
        <Link
          {...root}
          to="/apps/$namespace/$code/new"
          params={{ namespace, code }}
          search={{ for: asker, name: text || undefined }}
        />
      )}
    >
      {t('fields.newElement')}
    </Anchor>
  )
}
