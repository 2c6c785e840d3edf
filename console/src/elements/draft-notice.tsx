import { Button } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import css from './draft-notice.module.css'

/** A notice that unsaved changes of an earlier visit were restored. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useI18n()
  return (
    <div className={`warning-box ${css.banner}`} role="status">
      {t('fields.draftKept')}
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {t('fields.discardDraft')}
      </Button>
    </div>
  )
}
