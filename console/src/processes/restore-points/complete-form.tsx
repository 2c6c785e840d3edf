import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { FormInputs } from '../../ui/form-inputs.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { answerTemplate } from './curl-line.ts'
import type { RestorePoint } from './restore-point.ts'
import css from './restore-points.module.css'

/** Completes a delegated activity instead of the other system: with values, or with the code of a BPMN error. */
export function CompleteForm({ point, onDone }: { point: RestorePoint; onDone: () => void }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [values, setValues] = useState(() => answerTemplate(point))
  const [errorCode, setErrorCode] = useState('')
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const context = parsed(values)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (context === undefined) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const answer = errorCode ? { error: { code: errorCode } } : { context }
      await call('completeRestorePoint', { params: { id: point.id }, body: { ...answer, comment } })
      await client.invalidateQueries({ queryKey: keys.restorePoints() })
      toast({ text: t('processes.pointCompleted'), tone: 'good' })
      onDone()
    } catch (error) {
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <FormInputs isBusy={isBusy}>
        <Textarea
          label={t('processes.answerValues')}
          value={values}
          error={context === undefined && t('processes.noJson')}
          autosize
          minRows={3}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => setValues(event.currentTarget.value)}
        />
        <TextInput
          label={t('processes.errorCode')}
          description={t('processes.errorCodeHint')}
          value={errorCode}
          onChange={(event) => setErrorCode(event.currentTarget.value)}
        />
        <Textarea
          label={t('processes.comment')}
          description={t('processes.reasonHint')}
          value={comment}
          required
          autosize
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </FormInputs>
      {refusal !== undefined && <ErrorMessage error={refusal} />}
      <ButtonWithReason
        type="submit"
        loading={isBusy}
        disabled={context === undefined}
        reason={comment.trim() === '' ? t('ui.missingInputs') : undefined}
      >
        {t('processes.completeByHand')}
      </ButtonWithReason>
    </form>
  )
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
