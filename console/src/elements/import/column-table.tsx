import { Select } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import css from './import.module.css'

type Mapping = Readonly<Record<string, string | null>>

/** A row for each column of the file: its title, samples of its values, and the field that it goes to. */
export function ColumnTable(props: {
  columns: readonly { readonly name: string; readonly samples: readonly string[] }[]
  fields: readonly { readonly value: string; readonly label: string }[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { columns, fields, mapping, onChange } = props
  const { t } = useI18n()
  return (
    <table className={css.columns}>
      <thead>
        <tr>
          <th scope="col">{t('imports.column')}</th>
          <th scope="col">{t('imports.samples')}</th>
          <th scope="col">{t('imports.field')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, samples }) => {
          const chosen = mapping[name] ?? null
          const isTaken = (code: string) => code !== chosen && Object.values(mapping).includes(code)
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={css.samples}>{samples.join(' · ')}</td>
              <td>
                <Select
                  aria-label={t('imports.fieldOf', { column: name })}
                  placeholder={t('imports.ignored')}
                  data={fields.map((field) => ({ ...field, disabled: isTaken(field.value) }))}
                  value={chosen}
                  onChange={(field) => onChange({ ...mapping, [name]: field })}
                  searchable
                  clearable
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
