import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'

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
  const send = useAction({
    run: () => onConfirm({ reason: reason.trim(), ...(flow && { flow }) }),
    showsError: true,
    onDone: onClose,
  })
  const { title, text, action, isDanger = false, isReasonRequired = false, flows = [] } = question
  return (
    <FormDialog title={title} action={action} send={send} isDanger={isDanger} onClose={onClose}>
      {text && <p>{text}</p>}
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
    </FormDialog>
  )
}
