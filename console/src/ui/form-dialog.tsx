import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import css from './form.module.css'
import { FormButtons } from './form-buttons.tsx'
import { FormInputs } from './form-inputs.tsx'
import { ErrorMessage } from './states.tsx'

interface FormProps {
  /** Label of the button that sends the form. */
  readonly action: string
  readonly send: { readonly mutate: () => void; readonly error: unknown; readonly isPending: boolean }
  readonly isComplete: boolean
  /** Why the form cannot be sent yet; by default, that required inputs are empty. */
  readonly missing?: string
  /** Whether the act destroys something; its button has the colour of danger. */
  readonly isDanger?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form. An error of the server is shown above the buttons, and the input is kept. */
export function FormDialog({ title, ...form }: { title: string } & FormProps) {
  const { t } = useI18n()
  return (
    <Modal opened onClose={form.onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <ActionForm {...form} />
    </Modal>
  )
}

/** The form of a dialog or a pane. Its buttons send it and close it. */
export function ActionForm({ action, send, isComplete, missing, isDanger, onClose, children }: FormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={onSubmit} className={css.form} noValidate>
      <FormInputs isBusy={send.isPending}>{children}</FormInputs>
      {send.error !== null && <ErrorMessage error={send.error} />}
      <FormButtons isBusy={send.isPending} {...{ action, isComplete, missing, isDanger, onClose }} />
    </form>
  )
}
