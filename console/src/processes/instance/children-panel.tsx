import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { lookOf } from '../instance-state.ts'
import css from '../panels.module.css'
import type { Instance } from '../queries.ts'

/** The instances that an instance has called. */
export function ChildrenPanel({ instances }: { instances: Instance['children'] }) {
  const { t } = useI18n()
  return (
    <ul className={css.cards}>
      {instances.map(({ id, name, state, process }) => {
        const [label, tone] = lookOf(state)
        return (
          <li key={id}>
            <div className={css.head}>
              {name === null ? (
                <b>{process}</b>
              ) : (
                <Link to="/instances/$id" params={{ id }}>
                  {name}
                </Link>
              )}
              <StatusChip tone={tone}>{t(label)}</StatusChip>
            </div>
            <p className={css.details}>{process}</p>
          </li>
        )
      })}
    </ul>
  )
}
