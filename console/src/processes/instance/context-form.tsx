import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { FieldsForm } from '../../fields/fields-form.tsx'
import { type FormField, useForm } from '../../fields/use-form.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Instance } from '../queries.ts'

/** Changes variables of an instance. Only changed variables are sent, with a comment that the history keeps. */
export function ContextForm(props: {
  instance: Instance
  fields: readonly FormField[]
  initial: Readonly<Record<string, unknown>>
  onClose: () => void
}) {
  const { instance, fields, initial, onClose } = props
  const { t } = useI18n()
  const form = useForm({ fields, initial })
  const [comment, setComment] = useState('')
  const save = useAction({
    run: (context: Readonly<Record<string, unknown>>) =>
      call('changeInstanceContext', { params: { id: instance.id }, body: { comment, context } }),
    invalidates: [keys.instance(instance.id)],
    done: t('processes.contextSaved'),
    showsError: true,
    onDone: onClose,
  })
  const submit = () => {
    if (!form.check()) return
    const context = form.changes()
    if (Object.keys(context).length === 0) onClose()
    else save.mutate(context, { onError: form.refuse })
  }
  return (
    <FieldsForm
      form={form}
      onSubmit={submit}
      isBusy={save.isPending}
      buttons={
        <FormButtons
          action={t('ui.save')}
          isComplete={comment.trim() !== ''}
          isBusy={save.isPending}
          staysWhileBusy
          onClose={onClose}
        />
      }
    >
      <Textarea
        label={t('processes.comment')}
        description={t('processes.reasonHint')}
        value={comment}
        readOnly={save.isPending}
        required
        autosize
        minRows={2}
        maxLength={2000}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FieldsForm>
  )
}
