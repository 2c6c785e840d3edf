import { type ReactNode, useId } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from './buttons.tsx'
import { CloseIcon } from './icons.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import css from './pane.module.css'

/** The detail pane beside a list. Esc closes the pane; the list keeps its scroll position. */
export function Pane(props: {
  title: ReactNode
  /** Links or buttons beside the title, such as "Open in full". */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { title, actions, onClose, children } = props
  const { t } = useI18n()
  const id = useId()
  useShortcuts([{ keys: 'escape', label: 'ui.closePane', run: onClose }])
  return (
    <aside className={css.pane} aria-labelledby={id}>
      <header className={css.header}>
        <h2 id={id}>{title}</h2>
        <div className={css.actions}>
          {actions}
          <IconButton label={t('ui.closePane')} onClick={onClose} isPlain>
            <CloseIcon />
          </IconButton>
        </div>
      </header>
      <div className={css.body}>{children}</div>
    </aside>
  )
}
