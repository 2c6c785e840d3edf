import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useListState } from '../list/list-state.ts'

/** The search, and the way back to the list. */
export function BoardActions() {
  const { t } = useI18n()
  const { q = '', filter, change } = useListState()
  return (
    <>
      <SearchBox value={q} onChange={(text) => filter({ q: text || undefined })} />
      <IconButton label={t('elements.list')} onClick={() => change({ view: undefined, open: undefined })}>
        <ListIcon />
      </IconButton>
    </>
  )
}
