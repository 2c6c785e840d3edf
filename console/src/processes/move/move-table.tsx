import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Operations } from '../../api/operations.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip, type Tone } from '../../ui/status-chip.tsx'
import css from '../split.module.css'

type Row = Operations['previewVersion']['result']['instances'][number]

/** Maximum number of instances that a preview shows. The instances that are not shown are counted and moved, too. */
export const shownAtMost = 200
const tones: Readonly<Record<Row['outcome'], Tone>> = { moves: 'good', current: 'neutral', blocked: 'danger' }

/** The instances of a preview with the reasons why some are blocked. */
export function MoveTable(props: { rows: readonly Row[]; show: Row['outcome'] | undefined; hasMore: boolean }) {
  const { rows, show, hasMore } = props
  const { t } = useI18n()
  const open = useNavigate()
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      {
        key: 'name',
        title: t('processes.name'),
        isMain: true,
        render: ({ id, name }) => (
          <Link to="/instances/$id" params={{ id }}>
            {name}
          </Link>
        ),
      },
      { key: 'version', title: t('processes.version'), align: 'end', render: ({ version }) => version },
      {
        key: 'outcome',
        title: t('processes.outcome'),
        render: ({ outcome }) => <StatusChip tone={tones[outcome]}>{t(`processes.${outcome}`)}</StatusChip>,
      },
      {
        key: 'reasons',
        title: t('processes.reasons'),
        render: ({ reasons }) => reasons.map(({ message }) => message).join('; '),
      },
    ],
    [t],
  )
  return (
    <>
      <DataTable
        label={t('processes.instances')}
        columns={columns}
        rows={show === undefined ? rows : rows.filter(({ outcome }) => outcome === show)}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open({ to: '/instances/$id', params: { id } })}
        empty={<EmptyState title={t('ui.nothingFound')} text={t('ui.nothingFoundText')} />}
      />
      {hasMore && <p className={css.bar}>{t('processes.previewCut', { count: shownAtMost })}</p>}
    </>
  )
}
