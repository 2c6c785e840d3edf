import { useI18n } from '../i18n/index.tsx'
import { IconButton } from './buttons.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import css from './pager.module.css'

const pageSizes = [25, 50, 100, 200] as const

/** Position in a list of pages, with buttons and the keys `[` and `]`. Pages are counted from 1. */
export function Pager(props: {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  onSize?: (size: number) => void
}) {
  const { page, size, total, onPage, onSize } = props
  const { t } = useI18n()
  const last = Math.max(1, Math.ceil(total / size))
  const [previous, next] = [page > 1, page < last]
  useShortcuts([
    { keys: '[', label: 'ui.previousPage', run: () => previous && onPage(page - 1) },
    { keys: ']', label: 'ui.nextPage', run: () => next && onPage(page + 1) },
  ])
  return (
    <nav className={css.pager} aria-label={t('ui.pages')}>
      {onSize && (
        <select aria-label={t('ui.pageSize')} value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {pageSizes.map((each) => (
            <option key={each} value={each}>
              {t('ui.perPage', { count: each })}
            </option>
          ))}
        </select>
      )}
      <span>
        {t('ui.range', { from: total === 0 ? 0 : (page - 1) * size + 1, to: Math.min(total, page * size), total })}
      </span>
      <IconButton size={28} label={t('ui.previousPage')} disabled={!previous} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton size={28} label={t('ui.nextPage')} disabled={!next} onClick={() => onPage(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  )
}
