import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormInputs } from '../../ui/form-inputs.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import css from './form.module.css'

/** A dialog with a few inputs. `onSubmit` gets the values by input name, trimmed except for passwords. */
export function FormDialog(props: {
  title: string
  /** Label of the button that sends the form. */
  action: string
  onSubmit: (values: Readonly<Record<string, string>>) => void
  onClose: () => void
  error?: unknown
  isBusy?: boolean
  children: ReactNode
}) {
  const { title, action, onSubmit, onClose, error, isBusy = false, children } = props
  const { t } = useI18n()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const)
    onSubmit(Object.fromEntries(given.map(([name, value]) => [name, name === 'password' ? value : value.trim()])))
  }
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form onSubmit={submit} className={css.form}>
        <FormInputs isBusy={isBusy}>{children}</FormInputs>
        {error !== undefined && error !== null && <ErrorMessage error={error} />}
        <FormButtons action={action} isBusy={isBusy} onClose={onClose} />
      </form>
    </Modal>
  )
}
