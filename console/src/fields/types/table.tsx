import { useI18n } from '../../i18n/index.tsx'
import type { Field, FieldType, ShowProps } from '../field-type.ts'
import { rowsOf } from '../table-rows.ts'
import css from './table.module.css'

/** Rows of a table; a list shows their number. */
export const tableType: FieldType = {
  code: 'TABLE',
  Show: ({ value, field, isInList, renderCell }: ShowProps) => {
    const { t } = useI18n()
    const rows = rowsOf(value)
    if (isInList) return t('fields.rows', { count: rows.length })
    const columns = (field.data.fields ?? []) as readonly Field[]
    return (
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map(({ code, view }) => (
              <th key={code} scope="col">
                {view.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row.__id ?? index)}>
              {columns.map((column) => (
                <td key={column.code}>{renderCell(column, row[column.code])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  },
  filter: () => 'empty',
  isLong: () => true,
  isSortable: false,
}
