import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { SearchWithin } from '../fields/search-within.tsx'
import { useI18n } from '../i18n/index.tsx'
import { ActionForm } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { directoryTitle } from './new-directory.tsx'
import type { Case, Directory } from './record-queries.ts'
import css from './records.module.css'

interface Props {
  readonly directories: readonly Directory[]
  readonly year: number | undefined
  readonly onClose: () => void
  readonly onCreated: (made: Pick<Case, 'id' | 'year'>) => void
}
const docflows = ['input', 'output', 'internal'] as const

/** The form of a new case. */
export function NewCase({ directories, year, onClose, onCreated }: Props) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [index, setIndex] = useState('')
  const [template, setTemplate] = useState('{case.index}/{seq}')
  const [canReserve, setCanReserve] = useState(true)
  const [canCorrect, setCanCorrect] = useState(true)
  const [docflow, setDocflow] = useState<(typeof docflows)[number]>('input')
  const [place, setPlace] = useState<string | null>(
    (directories.find(({ type }) => type === 'section') ?? directories[0])?.id ?? null,
  )
  const send = useAction({
    run: () => {
      const registrationSettings = {
        ...(template === '' ? { templateEnabled: false } : { template }),
        ...{ resetInPeriod: true, reserveEnabled: canReserve, editAfterRegistration: canCorrect },
      }
      const identity = { ...(index && { index }), ...(year !== undefined && { year }) }
      return call('createCase', {
        body: { name, directoryId: place ?? '', docflow, registrationSettings, ...identity },
      })
    },
    invalidates: staleAfter.record(),
    done: t('records.caseCreated'),
    showsError: true,
    onDone: ({ item }) => onCreated(item),
  })
  return (
    <ActionForm
      action={t('records.create')}
      send={send}
      isComplete={name.trim() !== '' && place !== null}
      onClose={onClose}
    >
      <SearchWithin
        input={{ label: t('records.inside'), required: true }}
        of="directories"
        entries={directories.map((each) => ({ id: each.id, name: directoryTitle(each) }))}
        value={place}
        onChange={setPlace}
      />
      <TextInput
        label={t('records.name')}
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={css.pair}>
        <TextInput
          label={t('records.index')}
          placeholder="01-03"
          value={index}
          onChange={(event) => setIndex(event.currentTarget.value)}
        />
        <Select
          label={t('records.docflow')}
          data={docflows.map((value) => ({ value, label: t(`records.docflow_${value}`) }))}
          value={docflow}
          allowDeselect={false}
          onChange={(value) => setDocflow(docflows.find((each) => each === value) ?? 'input')}
        />
      </div>
      <TextInput
        label={t('records.template')}
        description={t('records.templateText')}
        value={template}
        onChange={(event) => setTemplate(event.currentTarget.value)}
      />
      <Switch
        label={t('records.canReserve')}
        checked={canReserve}
        onChange={(event) => setCanReserve(event.currentTarget.checked)}
      />
      <Switch
        label={t('records.canCorrect')}
        checked={canCorrect}
        onChange={(event) => setCanCorrect(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}
