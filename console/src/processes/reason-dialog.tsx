import { Modal, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { FormButtons } from '../ui/form-buttons.tsx'
import { FormInputs } from '../ui/form-inputs.tsx'
import { ErrorMessage } from '../ui/states.tsx'

/** The texts of a dialog for an act whose reason is kept in the history. */
export interface ReasonQuestion {
  readonly title: string
  readonly text?: string
  /** Label of the button, a verb. */
  readonly action: string
  readonly isDanger?: boolean
  readonly isReasonRequired?: boolean
  /** Flows from which the user can choose one; without a choice, the conditions decide. */
  readonly flows?: readonly { readonly id: string; readonly name: string }[]
}

export interface ReasonAnswer {
  readonly reason: string
  readonly flow?: string
}

/** Asks for a reason, carries out the act, and shows the server's error. Stays open until the act succeeds. */
export function ReasonDialog(props: {
  question: ReasonQuestion
  onConfirm: (answer: ReasonAnswer) => Promise<unknown>
  onClose: () => void
}) {
  const { question, onConfirm, onClose } = props
  const { t } = useI18n()
  const [reason, setReason] = useState('')
  const [flow, setFlow] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { title, text, action, isDanger = false, isReasonRequired = false, flows = [] } = question
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm({ reason: reason.trim(), ...(flow && { flow }) })
      onClose()
    } catch (refusal) {
      setError(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
        {text && <p>{text}</p>}
        <FormInputs isBusy={isBusy}>
          {flows.length > 1 && (
            <NativeSelect
              label={t('processes.takenFlow')}
              value={flow}
              onChange={(event) => setFlow(event.currentTarget.value)}
              data={[
                { value: '', label: t('processes.flowByConditions') },
                ...flows.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <Textarea
            label={t('processes.reason')}
            description={t('processes.reasonHint')}
            value={reason}
            required={isReasonRequired}
            maxLength={2000}
            autosize
            minRows={2}
            data-autofocus
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </FormInputs>
        {error !== undefined && <ErrorMessage error={error} />}
        <FormButtons action={action} isBusy={isBusy} isDanger={isDanger} onClose={onClose} />
      </form>
    </Modal>
  )
}
