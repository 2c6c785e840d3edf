import { Button, Modal } from '@mantine/core'
import { useStore } from '../../api/store.ts'
import { useI18n } from '../../i18n/index.tsx'
import { asked } from '../../ui/confirm.ts'

/** The dialog of `confirm`; the shell loads it with the first question. */
export function ConfirmDialog() {
  const { t } = useI18n()
  const question = useStore(asked)
  if (!question) return null
  const { title, text, action, isDanger = false, answer } = question
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      // The second click of a double click would close the question that the first one has opened.
      closeOnClickOutside={false}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {text && <p>{text}</p>}
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 20 }}>
        <Button variant="default" onClick={() => answer(false)}>
          {t('ui.cancel')}
        </Button>
        <Button color={isDanger ? 'red.8' : 'ink'} onClick={() => answer(true)} data-autofocus>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
