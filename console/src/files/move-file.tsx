import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { keys, staleAfter } from '../api/query-keys.ts'
import { type Choice, SearchSelect } from '../fields/search-select.tsx'
import { searchDirectories } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { directoryQuery, type StoredFile } from './file-queries.ts'

interface Props {
  readonly file: StoredFile
  readonly onClose: () => void
  readonly onMoved: (moved: StoredFile) => void
}

/** Renames a file or moves it to another directory. */
export function MoveFile({ file, onClose, onMoved }: Props) {
  const { t } = useI18n()
  const [name, setName] = useState(file.name)
  const [chosen, setChosen] = useState<Choice>()
  const current = useQuery({ ...directoryQuery(file.directory ?? ''), enabled: file.directory !== null })
  const place = chosen ?? (current.data && { id: current.data.__id, name: current.data.name })
  const send = useAction({
    run: async () => {
      const query = { directoryID: place?.id ?? '' }
      const { files } = await call('moveFiles', { query, body: { files: [{ hash: file.__id, name: name.trim() }] } })
      return files[0]!
    },
    invalidates: staleAfter.file(file.__id),
    done: (moved) => t('files.moved', { name: moved.name }),
    showsError: true,
    onDone: (moved) => {
      onMoved(moved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('files.move')}
      action={t('ui.save')}
      send={send}
      isComplete={name.trim() !== '' && place !== undefined}
      onClose={onClose}
    >
      <TextInput
        label={t('files.name')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SearchSelect
        input={{ label: t('files.directory'), required: true, clearable: false }}
        queryKey={keys.choices('directories')}
        search={searchDirectories}
        selected={place ? [place] : []}
        onSelect={([one]) => setChosen(one)}
        isMultiple={false}
      />
    </FormDialog>
  )
}
