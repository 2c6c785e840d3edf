import { Select, Textarea } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { fileQuery } from '../../../api/names.ts'
import { staleAfter } from '../../../api/query-keys.ts'
import type { Choice } from '../../../fields/search-select.tsx'
import { UserSelect } from '../../../fields/user-select.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Application } from '../../application.ts'

interface Props {
  readonly schema: Application
  readonly id: string
  readonly fileIds: readonly string[]
  readonly onClose: () => void
}

/** Sends a file of an element to people for approval, all at once, or for familiarization. */
export function StartSheet({ schema, id, fileIds, onClose }: Props) {
  const { t } = useI18n()
  const [type, setType] = useState<'approval' | 'familiarization'>('approval')
  const [fileId, setFileId] = useState<string>(fileIds[0]!)
  const [people, setPeople] = useState<readonly Choice[]>([])
  const [comment, setComment] = useState('')
  const files = useQueries({ queries: fileIds.map((each) => fileQuery(each)) })
  const start = useAction({
    run: () => {
      const respondents = people.map((person) => ({ type: 'user' as const, id: person.id }))
      const said = comment.trim() === '' ? {} : { comment }
      const { namespace, code } = schema
      const stages = [{ mode: 'parallel' as const, respondents }]
      return call('startSheet', { body: { type, namespace, code, elementId: id, fileId, stages, ...said } })
    },
    invalidates: staleAfter.processStart(schema),
    showsError: true,
    done: t('card.sheetStarted'),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={t('card.startSheet')}
      action={t('card.startSheet')}
      send={start}
      isComplete={people.length > 0}
      onClose={onClose}
    >
      <Segments
        label={t('card.sheetType')}
        segments={[
          { key: 'approval', label: t('card.forApproval') },
          { key: 'familiarization', label: t('card.forFamiliarization') },
        ]}
        selected={type}
        onSelect={(key) => setType(key as typeof type)}
      />
      {fileIds.length > 1 && (
        <Select
          label={t('card.file')}
          data={fileIds.map((value, index) => ({ value, label: files[index]?.data?.name ?? '…' }))}
          value={fileId}
          onChange={(value) => value && setFileId(value)}
          allowDeselect={false}
        />
      )}
      <UserSelect
        input={{ label: t('card.respondents'), required: true, 'data-autofocus': true }}
        selected={people}
        onSelect={setPeople}
        isMultiple
      />
      <Textarea
        label={t('card.note')}
        rows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
