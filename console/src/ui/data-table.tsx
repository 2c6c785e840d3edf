import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from './column.ts'
import { DataRow } from './data-row.tsx'
import css from './data-table.module.css'
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx'
import { useDelayed } from './use-delayed.ts'
import { useEdges } from './use-edges.ts'
import { type TableSelection, useRowFocus } from './use-row-focus.ts'

interface Sort {
  readonly key: string
  readonly isAscending: boolean
}

export interface TableProps<Row> {
  /** Description of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Rows of the current page; undefined while the first page loads. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  /** Key of the row that is open in the pane. */
  readonly openKey?: string
  /** Called when the user opens a row by a click or Enter. */
  readonly onOpen?: (row: Row) => void
  readonly selection?: TableSelection
  /** Whether a row is struck through, such as an annulled registration. */
  readonly isStruck?: (row: Row) => boolean
  /**
   * Groups of successive rows. `keyOf` returns the group of a row, and `head` what stands above the rows of a group.
   */
  readonly groups?: { readonly keyOf: (row: Row) => string; readonly head: (key: string, count: number) => ReactNode }
  /** Whether a row is high enough for two lines. */
  readonly isTall?: boolean
  /** What is shown when `rows` is empty. */
  readonly empty?: ReactNode
}

/**
 * A table of rows. `j`, `k` and the arrow keys move between the rows, Enter opens the row with the focus, and `x`
 * selects this row or removes it from the selection.
 */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, openKey, onOpen, selection, isStruck, groups, isTall, empty } = props
  const edges = useEdges()
  const keys = rows?.map(rowKey) ?? []
  const { table, roving, setFocused, onKeyDown, select } = useRowFocus({ keys, openKey, selection })
  return (
    <div ref={edges} className={css.scroll}>
      <table
        ref={table}
        className={css.table}
        role={rows ? 'grid' : undefined}
        data-tall={isTall || undefined}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        <thead>
          <tr>
            {selection && <SelectAll keys={keys} selection={selection} />}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        {rows === undefined ? (
          <SkeletonRows columns={[...(selection ? ['check'] : []), ...columns.map(({ key }) => key)]} />
        ) : (
          groupsOf(rows, groups?.keyOf).map(([group, members]) => (
            <tbody key={group} onKeyDown={onKeyDown}>
              {groups && (
                <tr className={css.group}>
                  <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                    {groups.head(group, members.length)}
                  </th>
                </tr>
              )}
              {members.map((row) => {
                const key = rowKey(row)
                return (
                  <DataRow
                    key={key}
                    id={key}
                    row={row}
                    columns={columns}
                    isRoving={key === roving}
                    isOpen={key === openKey}
                    isSelected={selection?.keys.has(key)}
                    isStruck={isStruck?.(row)}
                    onFocus={setFocused}
                    onOpen={onOpen}
                    onSelect={selection && select}
                  />
                )
              })}
            </tbody>
          ))
        )}
      </table>
      {rows?.length === 0 && empty}
    </div>
  )
}

/** The check box in the head of the table, which selects all rows or none. */
function SelectAll({ keys, selection }: { keys: readonly string[]; selection: TableSelection }) {
  const { t } = useI18n()
  const isAll = keys.length > 0 && keys.every((key) => selection.keys.has(key))
  return (
    <th className={css.check}>
      <Checkbox
        size="xs"
        aria-label={t('ui.selectAll')}
        checked={isAll}
        indeterminate={!isAll && keys.some((key) => selection.keys.has(key))}
        onChange={() => selection.onChange(new Set(isAll ? [] : keys))}
      />
    </th>
  )
}

function HeaderCell<Row>(props: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  const { column, sort, onSort } = props
  const { key, title, isSortable = false, isMain, align } = column
  const isSorted = sort?.key === key
  const order = isSorted ? (sort.isAscending ? 'ascending' : 'descending') : undefined
  return (
    <th scope="col" data-main={isMain || undefined} data-align={align} aria-sort={order}>
      {isSortable && onSort ? (
        <button type="button" onClick={() => onSort({ key, isAscending: !(isSorted && sort.isAscending) })}>
          {title} {isSorted && (sort.isAscending ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />)}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

const skeletonWidths = [62, 78, 55, 84, 70, 48, 88, 66, 74, 52, 80, 59]

function SkeletonRows({ columns }: { columns: readonly string[] }) {
  const isVisible = useDelayed()
  return (
    <tbody className={css.skeleton} data-visible={isVisible || undefined} aria-hidden="true">
      {skeletonWidths.map((width, row) => (
        <tr key={width}>
          {columns.map((column, index) => (
            <td key={column}>
              <span style={{ width: `${skeletonWidths[(row + 5 * index) % skeletonWidths.length]}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** Returns the rows by their groups, in the order of the rows. Without `keyOf`, all rows are one group. */
function groupsOf<Row>(
  rows: readonly Row[],
  keyOf: ((row: Row) => string) | undefined,
): readonly (readonly [key: string, rows: readonly Row[]])[] {
  return [...Map.groupBy(rows, (row) => keyOf?.(row) ?? '')]
}
