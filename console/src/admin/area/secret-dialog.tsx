import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { copyText } from '../../ui/copy-text.ts'
import css from './form.module.css'

/** Shows a secret, such as a token, that cannot be shown a second time. */
export function SecretDialog(props: { title: string; text: string; secret: string; onClose: () => void }) {
  const { title, text, secret, onClose } = props
  const { t } = useI18n()
  const [isCopied, setCopied] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className={css.form}>
        <p>{text}</p>
        <div className={css.secret}>
          <code>{secret}</code>
          <Button data-autofocus variant="default" onClick={() => copyText(secret).then(() => setCopied(true))}>
            {isCopied ? t('ui.copied') : t('ui.copy')}
          </Button>
        </div>
        <div className={css.buttons}>
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </div>
      </div>
    </Modal>
  )
}
