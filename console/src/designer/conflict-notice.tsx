import { Button } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import css from './designer.module.css'

/** Shows that another user has changed the file meanwhile, and lets the user choose a version. */
export function ConflictNotice(props: { onReload: () => void; onKeep: () => void }) {
  const { t } = useI18n()
  return (
    <div className={css.notice} role="alert">
      <span>{t('designers.conflict')}</span>
      <Button size="compact-sm" variant="default" onClick={props.onReload}>
        {t('designers.reload')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={props.onKeep}>
        {t('designers.keepMine')}
      </Button>
    </div>
  )
}
