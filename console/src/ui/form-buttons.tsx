import { Button } from '@mantine/core'
import { useId } from 'react'
import { useI18n } from '../i18n/index.tsx'
import css from './form.module.css'

/** The buttons at the end of a form: one sends the form, the other closes it. */
export function FormButtons(props: {
  /** Label of the button that sends the form. */
  action: string
  isComplete?: boolean
  /** Why the form cannot be sent yet; by default, that required inputs are empty. */
  missing?: string
  isBusy: boolean
  isDanger?: boolean
  onClose: () => void
}) {
  const { action, isComplete = true, missing, isBusy, isDanger = false, onClose } = props
  const { t } = useI18n()
  const reasonId = useId()
  return (
    <div className={css.buttons}>
      {!isComplete && (
        <p id={reasonId} className={css.missing}>
          {missing ?? t('ui.missingInputs')}
        </p>
      )}
      <Button
        type="submit"
        color={isDanger ? 'red.8' : 'ink'}
        disabled={!isComplete}
        aria-describedby={isComplete ? undefined : reasonId}
        loading={isBusy}
      >
        {action}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <span className={css.sending} role="status">
        {isBusy && t('fields.sending')}
      </span>
    </div>
  )
}
