import { useMemo } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { hunks, lineDifference } from '../line-difference.ts'
import css from './text-difference.module.css'

const marks = { same: ' ', added: '+', removed: '−' }

/** The changed lines of a file with a few lines around them. */
export function TextDifference({ path, before, after }: { path: string; before: string; after: string }) {
  const { t } = useI18n()
  const lines = useMemo(() => hunks(lineDifference(before, after), 2), [before, after])
  if (before === after) return null
  return (
    <details className={css.difference} open>
      <summary>
        {t('designers.fileDifference')} <code>{path}</code>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <section className={css.lines} aria-label={t('designers.fileDifference')} tabIndex={0}>
        {lines.map((line, index) =>
          line === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no other identity
            <div key={`gap ${index}`} className={css.gap}>
              …
            </div>
          ) : (
            <div key={line.at} data-kind={line.kind}>
              <span aria-hidden="true">{marks[line.kind]}</span>
              {line.kind !== 'same' && <span className="visually-hidden">{t(`designers.line_${line.kind}`)}: </span>}
              {line.text}
            </div>
          ),
        )}
      </section>
    </details>
  )
}
