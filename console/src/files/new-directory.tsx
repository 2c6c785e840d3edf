import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'

/** Creates a directory in a directory. */
export function NewDirectory({ inside, onClose }: { inside: string; onClose: () => void }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const send = useAction({
    run: () => call('createDirectory', { body: { name, directory: inside } }),
    invalidates: staleAfter.file(),
    done: t('files.directoryCreated'),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('files.newDirectory')}
      action={t('files.create')}
      send={send}
      isComplete={name.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('files.name')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
