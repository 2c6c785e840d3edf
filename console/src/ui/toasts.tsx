import { createStore, useStore } from '../api/store.ts'
import { useI18n } from '../i18n/index.tsx'
import { CloseIcon } from './icons.tsx'
import css from './toasts.module.css'

/** A short message at the lower edge of the window. */
export interface Toast {
  readonly text: string
  readonly tone?: 'info' | 'good' | 'danger'
  readonly action?: { readonly label: string; readonly run: () => void }
  /** Time in ms until the message disappears; by default 6 s, or 10 s with an action. */
  readonly durationMs?: number
}

const shown = createStore<readonly (Toast & { readonly id: number })[]>([])
let lastId = 0

/** Shows a message; returns a function that removes the message. */
export function toast(given: Toast): () => void {
  const id = ++lastId
  const remove = () => shown.set(shown.get().filter((each) => each.id !== id))
  shown.set([...shown.get().slice(-3), { ...given, id }])
  setTimeout(remove, given.durationMs ?? (given.action ? 10_000 : 6000))
  return remove
}

/** The list of current messages. The shell renders this component once. */
export function Toasts() {
  const { t } = useI18n()
  const toasts = useStore(shown)
  return (
    <div className={css.toasts} role="status" aria-live="polite">
      {toasts.map(({ id, text, tone = 'info', action }) => {
        const remove = () => shown.set(shown.get().filter((each) => each.id !== id))
        return (
          <div key={id} className={css.toast} data-tone={tone}>
            <span>{text}</span>
            {action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  remove()
                  action.run()
                }}
              >
                {action.label}
              </button>
            )}
            <button type="button" className={css.close} aria-label={t('ui.close')} onClick={remove}>
              <CloseIcon size={14} />
            </button>
          </div>
        )
      })}
    </div>
  )
}
