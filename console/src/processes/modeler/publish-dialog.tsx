import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
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
  const changes = useMemo(() => (published ? difference(published, readModel(xml)) : []), [published, xml])
  const params = { namespace, code }
  const publish = useAction({
    run: async () => {
      const body = new Blob([xml], { type: 'application/xml' })
      const { version } = await call('publishProcess', { params, query: comment ? { comment } : {}, body })
      await afterwards(version)
    },
    showsError: true,
  })
  return (
    <FormDialog
      title={t('processes.mPublishTitle', { version: String((template?.version ?? 0) + 1) })}
      size="lg"
      action={t('processes.mPublish')}
      send={publish}
      onClose={onClose}
    >
      {published && <ChangeList changes={changes} selected={undefined} onSelect={() => undefined} />}
      <TextInput
        label={t('processes.comment')}
        value={comment}
        maxLength={1000}
        data-autofocus
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
