import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'

interface Props<Row> {
  readonly id: string
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly isRoving: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean | undefined
  readonly isStruck: boolean | undefined
  readonly onFocus: (key: string) => void
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onSelect: ((key: string, isRange: boolean) => void) | undefined
}

const controls = 'a, button, input, label, select, textarea'

function Row<Row>(props: Props<Row>) {
  const { id, row, columns, isRoving, isOpen, isSelected, isStruck, onFocus, onOpen, onSelect } = props
  const { t } = useI18n()
  const onClick = ({ target }: MouseEvent) => {
    if (!(target as HTMLElement).closest(controls) && getSelection()?.isCollapsed !== false) onOpen?.(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) {
      event.preventDefault()
      onOpen?.(row)
    }
  }
  return (
    <tr
      tabIndex={isRoving ? 0 : -1}
      data-key={id}
      data-open={isOpen || undefined}
      data-opens={onOpen !== undefined || undefined}
      data-struck={isStruck || undefined}
      aria-selected={isSelected ?? isOpen}
      onFocus={() => onFocus(id)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {onSelect && (
        <td className={css.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('ui.selectRow')}
            checked={isSelected ?? false}
            onClick={(event) => onSelect(id, event.shiftKey)}
            onChange={() => undefined}
          />
        </td>
      )}
      {columns.map(({ key, title, render, isMain, align }) => (
        <td
          key={key}
          data-main={isMain || undefined}
          data-align={align}
          data-title={typeof title === 'string' ? title : undefined}
        >
          {render(row)}
        </td>
      ))}
    </tr>
  )
}

/** A row of `DataTable`; rendered again only when its own properties change. */
export const DataRow = memo(Row) as typeof Row
