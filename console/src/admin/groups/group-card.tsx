import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { GroupDialog } from './group-dialog.tsx'
import { GroupMembers } from './group-members.tsx'
import { type Group, groupQuery } from './group-queries.ts'

/** A group with its data, actions and direct members. */
export function GroupCard({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { t } = useI18n()
  return (
    <QueryView query={useQuery(groupQuery(id))}>
      {(group) => (
        <div className={css.card}>
          {group.description && <p>{group.description}</p>}
          <FieldList
            items={[
              { key: 'namespace', name: t('admin.namespace'), value: group.namespace },
              { key: 'code', name: t('admin.code'), value: group.code || null },
              { key: 'users', name: t('admin.userCount'), value: group.usersCount },
            ]}
          />
          {!group.system && <GroupActions group={group} onDeleted={onDeleted} />}
          <GroupMembers group={group} />
        </div>
      )}
    </QueryView>
  )
}

function GroupActions({ group, onDeleted }: { group: Group; onDeleted: () => void }) {
  const { t } = useI18n()
  const [isEditing, setEditing] = useState(false)
  const remove = useAction({
    run: () => call('deleteGroup', { params: { id: group.__id } }),
    invalidates: staleAfter.groupDeleted(),
    done: t('admin.groupDeleted'),
    onDone: onDeleted,
  })
  return (
    <div className={css.buttons}>
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('ui.edit')}
      </Button>
      <AskingButton
        label={t('ui.delete')}
        question={{ title: t('admin.deleteGroupTitle', { name: group.name }), text: t('admin.deleteGroupText') }}
        action={remove}
      />
      {isEditing && <GroupDialog group={group} onClose={() => setEditing(false)} />}
    </div>
  )
}
