import { Suspense } from 'react'
import type { Operations } from '../api/operations.ts'
import { useI18n, useSeparateTexts } from '../i18n/index.tsx'
import { Skeleton } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import css from './plan-changes.module.css'
import { planSentence } from './plan-sentence.ts'

type Plan = Operations['planSolution']['result']

/**
 * The steps of a plan; destructive and blocked steps are marked. The steps wait for their texts alone, because without a
 * boundary the whole page would wait for them.
 */
export const PlanChanges = (props: { changes: Plan['changes'] }) => (
  <Suspense fallback={<Skeleton lines={2} />}>
    <Changes {...props} />
  </Suspense>
)

function Changes({ changes }: { changes: Plan['changes'] }) {
  const { t, language } = useI18n()
  const sentences = useSeparateTexts('plan')
  return (
    <ul className={css.changes}>
      {changes.map(({ kind, path, destructive, blocked, ...change }) => (
        <li key={`${path} ${change.sentence}`} data-kind={kind}>
          <span className="visually-hidden">{t(`admin.change_${kind}`)}: </span>
          <span>
            {planSentence(change, language, sentences)} <code>{path}</code>
          </span>
          {destructive && <StatusChip tone="danger">{t('admin.destructive')}</StatusChip>}
          {blocked && <StatusChip tone="warn">{t('admin.blockedChange')}</StatusChip>}
        </li>
      ))}
    </ul>
  )
}

/** The warnings of a plan, such as references to objects that do not exist yet. */
export function PlanWarnings({ warnings }: { warnings: Plan['warnings'] }) {
  const { t } = useI18n()
  if (warnings.length === 0) return null
  return (
    <section>
      <h2>{t('admin.warnings')}</h2>
      <ul className={css.warnings}>
        {warnings.map(({ file, path, message }) => (
          <li key={`${file} ${path} ${message}`}>
            {message} <code>{file}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
