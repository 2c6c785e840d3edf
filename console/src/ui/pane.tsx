import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { announce } from './announcements.tsx'
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
  /** Whether the pane was opened without the user's asking, so that its title is not said. */
  isQuiet?: boolean
  /** Called when the focus moves into the pane or within it. */
  onFocus?: (() => void) | undefined
  children: ReactNode
}) {
  const { title, actions, onClose, onFocus, isQuiet = false, children } = props
  const { t } = useI18n()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const said = useRef('')
  useEffect(() => {
    const name = heading.current?.textContent ?? ''
    if (!isQuiet && name !== '' && name !== said.current) announce(t('ui.paneShown', { name }))
    said.current = name
  })
  useShortcuts([{ keys: 'escape', label: 'ui.closePane', run: onClose }])
  return (
    <aside className={css.pane} aria-labelledby={id} onFocus={onFocus}>
      <header className={css.header}>
        <h2 id={id} ref={heading}>
          {title}
        </h2>
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

/** The place of a pane while nothing is open in it, so that the list does not move when something is. */
export const EmptyPane = () => <div className={css.pane} aria-hidden="true" />
