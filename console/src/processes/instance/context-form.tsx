import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { FieldsForm } from '../../fields/fields-form.tsx'
import { type FormField, useForm } from '../../fields/use-form.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
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
  const client = useQueryClient()
  const form = useForm({ fields, initial })
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setError(undefined)
    if (!form.check()) return
    const context = form.changes()
    if (Object.keys(context).length === 0) return onClose()
    setBusy(true)
    try {
      await call('changeInstanceContext', { params: { id: instance.id }, body: { comment, context } })
      await client.invalidateQueries({ queryKey: keys.instance(instance.id) })
      toast({ text: t('processes.contextSaved'), tone: 'good' })
      onClose()
    } catch (refusal) {
      if (!form.refuse(refusal)) setError(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FieldsForm
      fields={fields}
      values={form.values}
      errors={form.errors}
      onChange={form.set}
      onSubmit={save}
      isBusy={isBusy}
    >
      <Textarea
        label={t('processes.comment')}
        description={t('processes.reasonHint')}
        value={comment}
        readOnly={isBusy}
        required
        autosize
        minRows={2}
        maxLength={2000}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {error !== undefined && <ErrorMessage error={error} />}
      <FormButtons
        action={t('ui.save')}
        isComplete={comment.trim() !== ''}
        isBusy={isBusy}
        staysWhileBusy
        onClose={onClose}
      />
    </FieldsForm>
  )
}
