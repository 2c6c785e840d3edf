import { useI18n } from '../i18n/index.tsx'
import { EmptyState } from '../ui/states.tsx'
import { StatusChip, type Tone } from '../ui/status-chip.tsx'
import css from './change-list.module.css'
import type { Change } from './diagram/difference.ts'

const tones: Readonly<Record<Change['kind'], Tone>> = { added: 'good', removed: 'danger', changed: 'warn' }

/** The elements and flows that differ between two versions, with their facts before and after. */
export function ChangeList(props: {
  changes: readonly Change[]
  selected: string | undefined
  onSelect: (id: string | undefined) => void
}) {
  const { changes, selected, onSelect } = props
  const { t } = useI18n()
  if (changes.length === 0)
    return <EmptyState title={t('processes.noDifference')} text={t('processes.noDifferenceText')} />
  return (
    <ul className={css.changes}>
      {changes.map(({ id, name, kind, isFlow, facts }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === selected}
            onClick={() => onSelect(id === selected ? undefined : id)}
          >
            <span>
              {isFlow ? `${t('processes.kindFlow')}: ` : ''}
              {name}
            </span>
            <StatusChip tone={tones[kind]}>{t(`processes.${kind}`)}</StatusChip>
          </button>
          {facts.length > 0 && (
            <dl>
              {facts.map(({ path, before, after }) => (
                <div key={path}>
                  <dt>{path || t('processes.content')}</dt>
                  <dd>
                    {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
