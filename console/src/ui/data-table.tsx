import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from './column.ts'
import { DataRow } from './data-row.tsx'
import css from './data-table.module.css'
import { groupsOf } from './groups-of.ts'
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import { nextSelection, type Selection } from './selection.ts'
import { useDelayed } from './use-delayed.ts'
import { useEdges } from './use-edges.ts'

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
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly onChange: (keys: ReadonlySet<string>) => void }
  /** Whether a row is struck through, such as an annulled registration. */
  readonly isStruck?: (row: Row) => boolean
  /** Groups of successive rows. `keyOf` returns the group of a row, and `head` what stands above the rows of a group. */
  readonly groups?: { readonly keyOf: (row: Row) => string; readonly head: (key: string, count: number) => ReactNode }
  /** Whether a row is high enough for two lines. */
  readonly isTall?: boolean
  /** What is shown when `rows` is empty. */
  readonly empty?: ReactNode
}

/** A table of rows. `j`, `k` and the arrow keys move between the rows, Enter opens a row, and `x` selects it. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, openKey, onOpen, selection, isStruck, groups, isTall, empty } = props
  const { t } = useI18n()
  const table = useRef<HTMLTableElement>(null)
  const edges = useEdges()
  const [focused, setFocused] = useState<string>()
  const anchor = useRef<string>(undefined)
  const keys = rows?.map(rowKey) ?? []
  const roving = [focused, openKey].find((key) => key !== undefined && keys.includes(key)) ?? keys[0]

  const focusRow = (index: number) => {
    const row = rowsOf(table.current)[Math.max(0, Math.min(keys.length - 1, index))]
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: number) => {
    const active = activeRow(table.current)
    const from = active === -1 ? keys.indexOf(openKey ?? '') : active
    focusRow(from === -1 ? 0 : from + step)
  }
  const latest = useRef<Selection>(undefined)
  latest.current = selection && { keys, selected: selection.keys, anchor: anchor.current }
  const onChange = selection?.onChange
  const select = useCallback(
    (key: string, isRange: boolean) => {
      if (latest.current) onChange?.(nextSelection(latest.current, key, isRange))
      anchor.current = key
    },
    [onChange],
  )
  const selectFocused = (isRange: boolean) => {
    const key = keys[activeRow(table.current)]
    if (key !== undefined) select(key, isRange)
  }
  useShortcuts([
    { keys: 'j', label: 'ui.nextRow', run: () => move(1) },
    { keys: 'k', label: 'ui.previousRow', run: () => move(-1) },
    ...(selection
      ? ([
          { keys: 'x', label: 'ui.selectRow', run: () => selectFocused(false) },
          { keys: 'shift+x', label: 'ui.selectRange', run: () => selectFocused(true) },
        ] as const)
      : []),
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Home') focusRow(0)
    else if (event.key === 'End') focusRow(keys.length - 1)
    else return
    event.preventDefault()
  }
  const all = selection && keys.length > 0 && keys.every((key) => selection.keys.has(key))
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
            {selection && (
              <th className={css.check}>
                <Checkbox
                  size="xs"
                  aria-label={t('ui.selectAll')}
                  checked={all ?? false}
                  indeterminate={!all && keys.some((key) => selection.keys.has(key))}
                  onChange={() => selection.onChange(new Set(all ? [] : keys))}
                />
              </th>
            )}
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

/** Returns the rows of the table in their order, without the heads of the groups. */
const rowsOf = (table: HTMLTableElement | null): readonly HTMLTableRowElement[] => [
  ...(table?.querySelectorAll<HTMLTableRowElement>('tr[data-key]') ?? []),
]

/** Returns the index of the row that has the focus or holds what has it; -1 when no row does. */
const activeRow = (table: HTMLTableElement | null): number =>
  rowsOf(table).findIndex((row) => row.contains(document.activeElement))

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
