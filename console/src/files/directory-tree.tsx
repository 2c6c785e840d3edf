import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { ChevronDownIcon, ChevronRightIcon, FolderIcon, TrashIcon } from '../ui/icons.tsx'
import { type Directory, insideQuery, rootQuery } from './file-queries.ts'
import css from './files.module.css'

/** The directory tree at the left. The parents of the current directory are open. */
export function DirectoryTree({ current }: { current: Directory | undefined }) {
  const { t } = useI18n()
  const { data: root } = useQuery(rootQuery)
  const above = [...(current?.parentsList ?? []), ...(current ? [current.__id] : [])]
  return (
    <nav className={css.tree} aria-label={t('files.directories')}>
      <ul>{root && <Branch directory={root} current={current?.__id} above={above} />}</ul>
      <Link to="/files/deleted" className={css.branch} activeOptions={{ exact: true }}>
        <TrashIcon /> {t('files.bin')}
      </Link>
    </nav>
  )
}

interface Props {
  readonly directory: Directory
  readonly current: string | undefined
  /** Ids of the current directory and of those above it. */
  readonly above: readonly string[]
}

function Branch({ directory, current, above }: Props) {
  const { t } = useI18n()
  const { __id: id, name, system } = directory
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (system || above.includes(id))
  const { data: inside } = useQuery({ ...insideQuery(id), enabled: isOpen })
  const title = system ? t('files.common') : name
  return (
    <li>
      <span className={css.line} data-current={id === current || undefined}>
        <IconButton
          label={t(isOpen ? 'files.fold' : 'files.unfold', { name: title })}
          isPlain
          size={24}
          aria-expanded={isOpen}
          data-empty={inside?.length === 0 || undefined}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
        </IconButton>
        <Link
          to="/files/$directoryId"
          params={{ directoryId: id }}
          search={{}}
          className={css.branch}
          aria-current={id === current ? 'page' : undefined}
        >
          <FolderIcon />
          <span>{title}</span>
        </Link>
      </span>
      {isOpen && inside !== undefined && inside.length > 0 && (
        <ul>
          {inside.map((each) => (
            <Branch key={each.__id} directory={each} current={current} above={above} />
          ))}
        </ul>
      )}
    </li>
  )
}
