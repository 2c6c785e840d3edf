import { useI18n } from '../i18n/index.tsx'
import { Pager } from './pager.tsx'

/** The footer of a list: hints on the keys, and the pages. `onGo` changes the page. */
export function ListFooter(props: {
  page: number
  size: number
  total: number | undefined
  onGo: (place: { page: number | undefined; size?: number }) => void
}) {
  const { page, size, total = 0, onGo } = props
  const { t } = useI18n()
  return (
    <>
      <span>{t('ui.tableHint')}</span>
      <Pager
        page={page}
        size={size}
        total={total}
        onPage={(next) => onGo({ page: next })}
        onSize={(next) => onGo({ size: next, page: undefined })}
      />
    </>
  )
}
