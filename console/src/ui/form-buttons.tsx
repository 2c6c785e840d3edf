import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useI18n } from '../i18n/index.tsx'
import css from './form.module.css'

/**
 * The buttons at the end of a form or a question: first the one that leaves the form, then further acts, and last the
 * main act, the only filled button.
 */
export function FormButtons(props: {
  /** Label of the main act. */
  action: string
  /** Does the main act; without it, the main act sends the form around the buttons. */
  onAct?: () => void
  isComplete?: boolean | undefined
  /** Why the main act cannot be done yet; by default, that required inputs are empty. */
  missing?: string | undefined
  isBusy?: boolean
  isDanger?: boolean | undefined
  /** Whether the main act gets the focus when its dialog opens. */
  isFocused?: boolean
  /** Whether the page has several such forms; their main acts are tinted, not filled. */
  isOneOfMany?: boolean
  /** Leaves the form; a form that cannot be left has no such button. */
  onClose?: (() => void) | undefined
  /** Label of the button that leaves the form; by default "Cancel". */
  leave?: string
  /** Whether the form cannot be left while it is being sent. */
  staysWhileBusy?: boolean
  /** Buttons of further acts; each has a variant that is not filled. */
  children?: ReactNode
}) {
  const { action, onAct, isComplete = true, missing, isBusy = false, isDanger = false, isFocused = false } = props
  const { isOneOfMany = false, onClose, leave, staysWhileBusy = false, children } = props
  const { t } = useI18n()
  const reasonId = useId()
  return (
    <div className={css.buttons}>
      {!isComplete && (
        <p id={reasonId} className={css.missing}>
          {missing ?? t('ui.missingInputs')}
        </p>
      )}
      <span className={css.sending} role="status">
        {isBusy && t('fields.sending')}
      </span>
      {onClose && (
        <Button variant="default" disabled={staysWhileBusy && isBusy} onClick={onClose}>
          {leave ?? t('ui.cancel')}
        </Button>
      )}
      {children}
      <Button
        type={onAct ? 'button' : 'submit'}
        variant={isOneOfMany ? 'light' : 'filled'}
        color={isDanger ? 'red.8' : 'ink'}
        disabled={!isComplete}
        aria-describedby={isComplete ? undefined : reasonId}
        loading={isBusy}
        data-autofocus={isFocused || undefined}
        onClick={onAct}
      >
        {action}
      </Button>
    </div>
  )
}
