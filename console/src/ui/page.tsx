import { createContext, type ReactNode, use, useEffect } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { announce } from './announcements.tsx'
import css from './page.module.css'

const IsTitled = createContext(false)

/** Returns whether the page above already has a title, the heading of the first level. */
export const useIsTitled = (): boolean => use(IsTitled)

/** Names the document in the browser's tab and history, and says its name when another page is shown. */
export function useDocumentTitle(title: string | undefined): void {
  const { t } = useI18n()
  useEffect(() => {
    if (title === undefined) return
    document.title = `${title} · ${t('app.name')}`
    announce(title)
  }, [title, t])
}

/** Parts of a page; all but the title can be left out. */
export interface PageProps {
  readonly title: string
  /** Links to the other pages of an area, in a line of their own. */
  readonly navigation?: ReactNode
  /** What stands above the title, such as the namespace or links to the parents. */
  readonly above?: ReactNode
  /** Content beside the title, such as a count or a status. */
  readonly beside?: ReactNode
  /** Search and buttons at the right, the primary action last. */
  readonly actions?: ReactNode
  /** Segments, filter chips or tabs below the title. */
  readonly toolbar?: ReactNode
  /** Whether the toolbar says something that belongs on paper, such as the status. */
  readonly printsToolbar?: boolean
  /** The detail pane at the right. */
  readonly pane?: ReactNode
  readonly footer?: ReactNode
  /** Whether the content fills the page to its edges, as a table does, and scrolls by itself. */
  readonly isFlush?: boolean
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** The frame of every page: title with actions, content that scrolls, and the pane beside it. */
export function Page(props: PageProps) {
  const { title, navigation, above, beside, actions, toolbar, printsToolbar, pane, footer, children } = props
  const { isFlush, isBusy = false } = props
  useDocumentTitle(title)
  return (
    <div className={css.page}>
      <IsTitled value={true}>
        <div className={css.main}>
          <header className={css.header} data-ruled={!isFlush || undefined}>
            {navigation && <div className={`${css.navigation} not-printed`}>{navigation}</div>}
            <div className={css.top}>
              <div className={css.names}>
                {above && <div className={css.above}>{above}</div>}
                <div className={css.titleLine}>
                  <h1>{title}</h1>
                  {beside && (
                    <span className={css.beside} aria-live="polite">
                      {beside}
                    </span>
                  )}
                </div>
              </div>
              {actions && <div className={`${css.actions} not-printed`}>{actions}</div>}
            </div>
            {toolbar && <div className={`${css.toolbar} ${printsToolbar ? '' : 'not-printed'}`}>{toolbar}</div>}
          </header>
          <div className={isFlush ? css.flush : css.content} aria-busy={isBusy}>
            {children}
          </div>
          {footer && <footer className={`${css.footer} not-printed`}>{footer}</footer>}
        </div>
        {pane}
      </IsTitled>
    </div>
  )
}
