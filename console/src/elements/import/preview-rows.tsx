import { useId } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import css from './import.module.css'
import type { ImportPreview } from './import-queries.ts'
import type { Import } from './import-state.tsx'

/**
 * The first rows of the file as the import reads them, with the columns that are imported into a field. Problems are
 * shown in their rows.
 */
export function PreviewRows(props: {
  preview: ImportPreview
  fields: readonly { readonly value: string; readonly label: string }[]
  mapping: Readonly<Record<string, string | null>>
  /** The problems that a trial run has found; the column of problems is left out when undefined. */
  problems?: Import['errors'] | undefined
}) {
  const { preview, fields, mapping, problems } = props
  const { t } = useI18n()
  const id = useId()
  const { columns, rows, format } = preview
  const shown = columns.flatMap(({ name }, index) => (mapping[name] ? [{ name, index, field: mapping[name] }] : []))
  const labelOf = (code: string) => fields.find(({ value }) => value === code)?.label ?? code
  // The first row of a CSV or XLSX file names the columns; a JSONL file has no such row.
  const firstRow = format === 'jsonl' ? 1 : 2
  if (rows.length === 0 || shown.length === 0) return null
  return (
    <div>
      <h2 id={id}>{t('imports.firstRows', { count: rows.length })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className={css.scroll} aria-labelledby={id} tabIndex={0}>
        <table className={css.preview}>
          <thead>
            <tr>
              <th scope="col">{t('imports.row')}</th>
              {shown.map(({ name, field }) => (
                <th key={name} scope="col">
                  {labelOf(field)}
                </th>
              ))}
              {problems && <th scope="col">{t('imports.message')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => {
              const row = at + firstRow
              const own = problems?.filter((problem) => problem.row === row) ?? []
              return (
                <tr key={row} data-wrong={own.length > 0 || undefined}>
                  <th scope="row">{row}</th>
                  {shown.map(({ name, index }) => (
                    <td key={name} data-wrong={own.some(({ column }) => column === name) || undefined}>
                      {cells[index]}
                    </td>
                  ))}
                  {problems && <td className={css.problem}>{own.map(({ message }) => message).join('; ')}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}
