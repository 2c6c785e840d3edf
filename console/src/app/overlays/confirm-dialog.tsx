import { Modal } from '@mantine/core'
import { useStore } from '../../api/store.ts'
import { useI18n } from '../../i18n/index.tsx'
import { asked } from '../../ui/confirm.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'

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
      <div style={{ marginTop: 20 }}>
        <FormButtons
          action={action}
          isDanger={isDanger}
          isFocused
          onAct={() => answer(true)}
          onClose={() => answer(false)}
        />
      </div>
    </Modal>
  )
}
