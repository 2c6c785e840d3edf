import { type Dispatch, type SetStateAction, useMemo } from 'react'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { ChevronRightIcon, FolderIcon } from '../ui/icons.tsx'
import { CaseState } from './case-state.tsx'
import type { TreeRow } from './nomenclature-tree.ts'
import type { Case } from './record-queries.ts'
import css from './records.module.css'
import { useRetention } from './use-retention.ts'

const indentPx = 22

/** Columns of the nomenclature. Offices and sections have a button that opens and closes them. */
export function useTreeColumns(
  closed: ReadonlySet<string>,
  setClosed: Dispatch<SetStateAction<ReadonlySet<string>>>,
): readonly Column<TreeRow>[] {
  const { t } = useI18n()
  const retention = useRetention()
  return useMemo(() => {
    const toggle = (id: string) =>
      setClosed((now) => new Set(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]))
    const ofCase = (render: (given: Case) => React.ReactNode) => (row: TreeRow) =>
      row.kind === 'case' ? render(row.case) : ''
    return [
      {
        key: 'name',
        title: t('records.name'),
        isMain: true,
        render: (row) => (
          <span className={css.name} style={{ paddingInlineStart: row.depth * indentPx }}>
            {row.kind === 'case' ? (
              row.case.name
            ) : (
              <button
                type="button"
                tabIndex={-1}
                className={css.toggle}
                aria-expanded={!closed.has(row.directory.id)}
                onClick={() => toggle(row.directory.id)}
              >
                <ChevronRightIcon size={12} />
                <FolderIcon />
                {[row.directory.code, row.directory.name].filter(Boolean).join(' ')}
                {row.cases > 0 && <span className={css.count}>{row.cases}</span>}
              </button>
            )}
          </span>
        ),
      },
      { key: 'index', title: t('records.index'), render: ofCase(({ index }) => index ?? '') },
      { key: 'docflow', title: t('records.docflow'), render: ofCase(({ docflow }) => t(`records.docflow_${docflow}`)) },
      { key: 'retention', title: t('records.retention'), render: ofCase(retention) },
      { key: 'state', title: t('records.state'), render: ofCase(({ state }) => <CaseState state={state} />) },
    ]
  }, [t, retention, closed, setClosed])
}
