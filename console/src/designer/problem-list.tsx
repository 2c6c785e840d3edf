import { useI18n } from '../i18n/index.tsx'
import css from './designer.module.css'
import { type DesignPlace, type FileProblem, placeOf } from './problems.ts'

/** The problems of the plan; each problem of the edited file links to its place. */
export function ProblemList(props: {
  problems: readonly FileProblem[]
  path: string
  onGo: (place: DesignPlace) => void
}) {
  const { problems, path, onGo } = props
  const { t } = useI18n()
  if (problems.length === 0) return null
  return (
    <ul className={css.problems} aria-label={t('designers.problems')}>
      {problems.map(({ file, path: place, message }) => (
        <li key={`${file} ${place} ${message}`}>
          {file === path ? (
            <button type="button" onClick={() => onGo(placeOf(place))}>
              <code>{place || file}</code>
            </button>
          ) : (
            <code>
              {file} {place}
            </code>
          )}{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}
