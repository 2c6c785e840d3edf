import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { SearchWithin } from '../fields/search-within.tsx'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Directory } from './record-queries.ts'

/** Creates an office, or a section in an office or a section. */
export function NewDirectory({ directories, onClose }: { directories: readonly Directory[]; onClose: () => void }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [parent, setParent] = useState<string | null>(null)
  const send = useAction({
    run: () => {
      const place = parent === null ? ({ type: 'place' } as const) : ({ type: 'section', directoryId: parent } as const)
      return call('createNomenclatureDirectory', { body: { name, ...place, ...(code && { code }) } })
    },
    invalidates: staleAfter.record(),
    done: t('records.directoryCreated'),
    showsError: true,
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t(directories.length === 0 ? 'records.newOffice' : 'records.newDirectory')}
      action={t('records.create')}
      send={send}
      isComplete={name.trim() !== ''}
      onClose={onClose}
    >
      {directories.length > 0 && (
        <SearchWithin
          input={{ label: t('records.inside'), description: t('records.insideText') }}
          of="directories"
          entries={directories.map((each) => ({ id: each.id, name: directoryTitle(each) }))}
          value={parent}
          onChange={setParent}
        />
      )}
      <TextInput
        label={t('records.name')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput label={t('records.code')} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
    </FormDialog>
  )
}

/** Code and name of an office or a section in one line. */
export const directoryTitle = ({ code, name }: Directory): string => [code, name].filter(Boolean).join(' ')
