import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'
import { type Directory, pathQuery } from './file-queries.ts'
import css from './files.module.css'

/** Links to the directories above a directory, beginning with the common directory. */
export function DirectoryPath({ directory }: { directory: Directory | undefined }) {
  const { t } = useI18n()
  const ids = [...(directory?.parentsList ?? [])].reverse()
  const { data = [] } = useQuery(pathQuery(ids))
  const known = ids.map((id) => data.find(({ __id }) => __id === id)).filter((each) => each !== undefined)
  if (known.length === 0) return null
  return (
    <nav className={css.path} aria-label={t('files.path')}>
      {known.map(({ __id, name, system }) => (
        <span key={__id}>
          <Link to="/files/$directoryId" params={{ directoryId: __id }} search={{}}>
            {system ? t('files.common') : name}
          </Link>{' '}
          /
        </span>
      ))}
    </nav>
  )
}
