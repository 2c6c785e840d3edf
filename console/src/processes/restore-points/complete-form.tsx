import { Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { FormInputs } from '../../ui/form-inputs.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { objectIn } from '../variables.ts'
import { answerTemplate } from './curl-line.ts'
import type { RestorePoint } from './restore-point.ts'
import css from './restore-points.module.css'

/** Completes a delegated activity instead of the other system: with values, or with the code of a BPMN error. */
export function CompleteForm({ point, onDone }: { point: RestorePoint; onDone: () => void }) {
  const { t } = useI18n()
  const [values, setValues] = useState(() => answerTemplate(point))
  const [errorCode, setErrorCode] = useState('')
  const [comment, setComment] = useState('')
  const context = objectIn(values)
  const complete = useAction({
    run: (given: Record<string, unknown>) => {
      const answer = errorCode ? { error: { code: errorCode } } : { context: given }
      return call('completeRestorePoint', { params: { id: point.id }, body: { ...answer, comment } })
    },
    invalidates: [keys.restorePoints()],
    done: t('processes.pointCompleted'),
    showsError: true,
    onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (context !== undefined) complete.mutate(context)
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <FormInputs isBusy={complete.isPending}>
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
      {complete.error && <ErrorMessage error={complete.error} />}
      <ButtonWithReason
        type="submit"
        loading={complete.isPending}
        disabled={context === undefined}
        reason={comment.trim() === '' ? t('ui.missingInputs') : undefined}
      >
        {t('processes.completeByHand')}
      </ButtonWithReason>
    </form>
  )
}
