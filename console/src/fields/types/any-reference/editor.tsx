import { Input, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../../api/query-keys.ts'
import { workspaceQuery } from '../../../api/workspace.ts'
import { useI18n } from '../../../i18n/index.tsx'
import type { EditorProps } from '../../editor.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchElements } from '../../searches.ts'
import type { AnyReference } from './type.ts'

/** A choice of an application and of one of its elements; for a list, of several elements of the application. */
export function AnyReferenceEditor(props: EditorProps) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false } = props
  const { t } = useI18n()
  const { data: workspace } = useQuery(workspaceQuery)
  const items = (value ?? []) as readonly AnyReference[]
  const [path, setPath] = useState(items[0] ? `${items[0].namespace}.${items[0].code}` : null)
  const dot = path?.lastIndexOf('.') ?? -1
  const [namespace, code] = [path?.slice(0, dot) ?? '', path?.slice(dot + 1) ?? '']
  const data = (workspace?.namespaces ?? []).map(({ code: space, name, applications }) => ({
    group: name,
    items: applications.map((each) => ({ value: `${space}.${each.code}`, label: each.name })),
  }))
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      <div style={{ display: 'flex', gap: 8 }}>
        <Select
          aria-label={`${label}: ${t('fields.application')}`}
          placeholder={t('fields.application')}
          data-field={field.code}
          data={data}
          value={path}
          readOnly={isReadOnly}
          onChange={setPath}
        />
        {path !== null && (
          <SearchSelect
            key={path}
            input={{ 'aria-label': label, readOnly: isReadOnly, style: { flex: 1 } }}
            queryKey={keys.choices(namespace, code)}
            search={searchElements(namespace, code)}
            selected={items.map(({ id }) => ({ id, name: '…' }))}
            onSelect={(chosen) =>
              onChange(chosen.length > 0 ? chosen.map(({ id }) => ({ namespace, code, id })) : null)
            }
            isMultiple={field.array}
            placeholder={t('fields.searchElements')}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
