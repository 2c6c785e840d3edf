import { useI18n } from '../../../i18n/index.tsx'
import type { DisplayProps, Field } from '../../field-type.ts'
import css from './table.module.css'
import { rowsOf } from './type.ts'

/** Rows of a table; a list shows their number. */
export const TableDisplay = ({ value, field, isInList, renderCell }: DisplayProps) => {
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
}
