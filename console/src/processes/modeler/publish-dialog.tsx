import { Modal, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormInputs } from '../../ui/form-inputs.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { ChangeList } from '../change-list.tsx'
import { difference } from '../diagram/difference.ts'
import { type Model, readModel } from '../diagram/model.ts'
import type { Template } from '../queries.ts'
import { usePublished } from './use-published.ts'

/** Shows the changes of a new version, asks for a comment, and publishes the version. */
export function PublishDialog(props: {
  namespace: string
  code: string
  template: Template | undefined
  published: Model | undefined
  xml: string
  hasDraft: boolean
  onClose: () => void
}) {
  const { namespace, code, template, published, xml, hasDraft, onClose } = props
  const { t } = useI18n()
  const afterwards = usePublished({ namespace, code, hasDraft })
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const changes = useMemo(() => (published ? difference(published, readModel(xml)) : []), [published, xml])
  const params = { namespace, code }
  const publish = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const body = new Blob([xml], { type: 'application/xml' })
      const { version } = await call('publishProcess', { params, query: comment ? { comment } : {}, body })
      await afterwards(version)
    } catch (refusal) {
      setError(refusal)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('processes.mPublishTitle', { version: String((template?.version ?? 0) + 1) })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={publish} style={{ display: 'grid', gap: 12 }}>
        {published && <ChangeList changes={changes} selected={undefined} onSelect={() => undefined} />}
        <FormInputs isBusy={isBusy}>
          <TextInput
            label={t('processes.comment')}
            value={comment}
            maxLength={1000}
            data-autofocus
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        </FormInputs>
        {error !== undefined && <ErrorMessage error={error} />}
        <FormButtons action={t('processes.mPublish')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Modal>
  )
}
