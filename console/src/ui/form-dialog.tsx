import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { fieldMessages } from '../api/api-error.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './form.module.css'
import { FormButtons } from './form-buttons.tsx'
import { FormInputs } from './form-inputs.tsx'
import { ErrorMessage } from './states.tsx'

interface FormProps {
  /** Label of the button that sends the form. */
  readonly action: string
  readonly send: { readonly mutate: () => void; readonly error: unknown; readonly isPending: boolean }
  /** Whether the form can be sent; without it, the browser checks the required inputs when the form is sent. */
  readonly isComplete?: boolean
  /** Why the form cannot be sent yet; by default, that required inputs are empty. */
  readonly missing?: string | undefined
  /** Names of the inputs that show the server's messages about themselves. */
  readonly marked?: readonly string[]
  /** Whether the act destroys something; its button has the colour of danger. */
  readonly isDanger?: boolean
  /** Leaves the form; a form that cannot be left has no button for it. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** A dialog with a form. An error of the server is shown at inputs or above the buttons, and the input is kept. */
export function FormDialog(props: { title: string; size?: string; onClose: () => void } & FormProps) {
  const { title, size = 'md', ...form } = props
  const { t } = useI18n()
  return (
    <Modal opened size={size} onClose={form.onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <ActionForm {...form} />
    </Modal>
  )
}

/** The form of a dialog or a pane. Its buttons send it and close it. */
export function ActionForm(props: FormProps) {
  const { action, send, isComplete, missing, marked = [], isDanger, onClose, children } = props
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  const isShown = send.error !== null && !isMarked(send.error, marked)
  return (
    <form onSubmit={onSubmit} className={css.form} noValidate={isComplete !== undefined}>
      <FormInputs isBusy={send.isPending}>{children}</FormInputs>
      {isShown && <ErrorMessage error={send.error} />}
      <FormButtons isBusy={send.isPending} {...{ action, isComplete, missing, isDanger, onClose }} />
    </form>
  )
}

/** Returns whether every message of a refusal stands at one of the inputs. */
function isMarked(error: unknown, inputs: readonly string[]): boolean {
  const wrong = Object.keys(fieldMessages(error))
  return wrong.length > 0 && wrong.every((name) => inputs.includes(name))
}
