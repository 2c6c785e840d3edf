import { Button } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import css from './form.module.css'

/** The buttons at the end of a form: one sends the form, the other closes it. */
export function FormButtons(props: {
  /** Label of the button that sends the form. */
  action: string
  isComplete?: boolean
  isBusy: boolean
  isDanger?: boolean
  onClose: () => void
}) {
  const { action, isComplete = true, isBusy, isDanger = false, onClose } = props
  const { t } = useI18n()
  return (
    <div className={css.buttons}>
      <Button type="submit" color={isDanger ? 'red.8' : 'ink'} disabled={!isComplete} loading={isBusy}>
        {action}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
