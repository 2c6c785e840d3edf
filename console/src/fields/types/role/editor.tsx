import { Input, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupsQuery, orgItemsQuery, useUserNames } from '../../../api/names.ts'
import { keys } from '../../../api/query-keys.ts'
import { useI18n } from '../../../i18n/index.tsx'
import type { EditorProps } from '../../editor.ts'
import { SearchSelect } from '../../search-select.tsx'
import { searchUsers, searchWithin } from '../../searches.ts'
import type { Role } from './type.ts'

/** A choice of users, groups, or positions and departments as the holders of a role. */
export function RoleEditor(props: EditorProps) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false } = props
  const { t } = useI18n()
  const roles = (value ?? []) as readonly Role[]
  const [type, setType] = useState<Role['type']>(roles[0]?.type ?? 'user')
  const { data: groups = [] } = useQuery(groupsQuery)
  const { data: items = [] } = useQuery(orgItemsQuery)
  const users = useUserNames(roles.map(({ code }) => code))
  const known = [...groups, ...items]
  const nameOf = (id: string) => users.get(id) ?? known.find((each) => each.id === id)?.name ?? '…'
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      <div style={{ display: 'flex', gap: 8 }}>
        <Select
          w={170}
          aria-label={`${label}: ${t('fields.kindOfContact')}`}
          data-field={field.code}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={[
            { value: 'user', label: t('fields.user') },
            { value: 'group', label: t('fields.group') },
            { value: 'orgstruct', label: t('fields.orgItem') },
          ]}
          value={type}
          onChange={(next) => setType((next ?? 'user') as Role['type'])}
        />
        <SearchSelect
          key={type}
          input={{ 'aria-label': label, readOnly: isReadOnly, style: { flex: 1 } }}
          queryKey={keys.choices('roles', type)}
          search={type === 'user' ? searchUsers : searchWithin(type === 'group' ? groups : items)}
          selected={roles.filter((role) => role.type === type).map(({ code }) => ({ id: code, name: nameOf(code) }))}
          onSelect={(chosen) => {
            const others = field.array ? roles.filter((role) => role.type !== type) : []
            const next = [...others, ...chosen.map(({ id }) => ({ code: id, type }))]
            onChange(next.length > 0 ? next : null)
          }}
          isMultiple={field.array}
          placeholder={t('fields.select')}
        />
      </div>
    </Input.Wrapper>
  )
}
