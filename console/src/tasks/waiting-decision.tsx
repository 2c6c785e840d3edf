import { Button } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import type { Decision } from './decisions.ts'
import css from './task-card.module.css'

/** What is shown instead of the form of a task while the decision on the task waits to be sent. */
export function WaitingDecision({ decision: { name, comment, undo, sendNow } }: { decision: Decision }) {
  const { t } = useI18n()
  return (
    <section className={css.completion}>
      <p>{t('tasks.decisionIsSent', { name })}</p>
      {comment && <blockquote>{comment}</blockquote>}
      <div className={css.exits}>
        <Button variant="default" onClick={undo}>
          {t('ui.undo')}
        </Button>
        <Button variant="default" onClick={sendNow}>
          {t('tasks.sendNow')}
        </Button>
      </div>
    </section>
  )
}
