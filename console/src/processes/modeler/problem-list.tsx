import { useI18n } from '../../i18n/index.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../change-list.module.css'
import { problemInWords } from './problem-words.ts'
import type { Problem } from './use-draft.ts'

/** The problems of a diagram; a click on a problem selects its element. */
export function ProblemList(props: {
  problems: readonly Problem[]
  /** Returns the name of an element on the diagram. */
  nameOf: (id: string) => string | undefined
  onSelect: (id: string) => void
}) {
  const { problems, nameOf, onSelect } = props
  const { t } = useI18n()
  if (problems.length === 0) return null
  return (
    <ul className={css.changes} aria-label={t('processes.mProblems')}>
      {problems.map(({ elementId, message, severity }) => (
        <li key={`${elementId} ${message}`}>
          <button type="button" onClick={() => elementId !== undefined && onSelect(elementId)}>
            <span style={{ fontWeight: 400 }}>{problemInWords(message, nameOf, t)}</span>
            <StatusChip tone={severity === 'error' ? 'danger' : 'warn'}>
              {t(severity === 'error' ? 'processes.mError' : 'processes.mWarning')}
            </StatusChip>
          </button>
        </li>
      ))}
    </ul>
  )
}
