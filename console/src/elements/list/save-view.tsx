import { MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { groupsQuery } from '../../api/names.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { savedSearch } from './saved-search.ts'

/** The dialog that saves the present view of a list, for the user or also for groups. */
export function SaveView({ application, onClose }: { application: string; onClose: () => void }) {
  const { t } = useI18n()
  const { data: groups = [] } = useQuery(groupsQuery)
  const [name, setName] = useState('')
  const [sharedWith, setSharedWith] = useState<string[]>([])
  const save = useAction({
    run: () => call('createView', { body: { application, name, sharedWith, search: savedSearch(location.search) } }),
    invalidates: staleAfter.view(application),
    done: t('elements.viewSaved', { name }),
    onDone: onClose,
    showsError: true,
  })
  return (
    <FormDialog
      title={t('elements.saveView')}
      action={t('ui.save')}
      send={save}
      isComplete={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('elements.name')}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MultiSelect
        label={t('elements.sharedWith')}
        searchable
        data={groups.map((group) => ({ value: group.id, label: group.name }))}
        value={sharedWith}
        onChange={setSharedWith}
      />
    </FormDialog>
  )
}
