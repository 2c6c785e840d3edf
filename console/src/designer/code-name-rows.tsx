import { Button, TextInput } from '@mantine/core'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, PlusIcon } from '../ui/icons.tsx'
import { codeFromName } from './code-from-name.ts'
import type { ValueEntry } from './definition.ts'
import { useDesign } from './design-context.ts'
import css from './designer.module.css'
import { moved, removed, replaced } from './entries.ts'
import { NameInput } from './name-input.tsx'
import { type Name, nameText } from './names.ts'

/** Rows of names with codes, such as the values of a category. */
export function CodeNameRows(props: {
  label: string
  addLabel: string
  rows: readonly ValueEntry[]
  /** Place of the rows in the definition. */
  path: string
  /** Codes that are deployed and cannot be changed. */
  deployed: readonly string[]
  onChange: (rows: readonly ValueEntry[]) => void
}) {
  const { label, addLabel, rows, path, deployed, onChange } = props
  const { t } = useI18n()
  const { problemAt } = useDesign()
  const { language } = useI18n()
  const hasLanguages = rows.some(({ name }) => typeof name === 'object')
  const rename = (index: number, row: ValueEntry, name: Name = '') => {
    const others = removed(rows, index).map(({ code }) => code)
    const follows = !deployed.includes(row.code) && row.code === codeFromName(row.name, others)
    onChange(replaced(rows, index, { code: follows ? codeFromName(name, others) : row.code, name }))
  }
  return (
    <fieldset className={css.rows}>
      <legend>{label}</legend>
      {problemAt(path) && <p role="alert">{problemAt(path)}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their codes are typed
        <div key={index} className={css.row}>
          <NameInput
            isInRow
            label={t('designers.nameOf', { position: String(index + 1) })}
            placeholder={t('designers.name')}
            value={hasLanguages && typeof row.name === 'string' ? { [language]: row.name } : row.name}
            path={`${path}[${index}].name`}
            error={problemAt(`${path}[${index}]`)}
            onChange={(name) => rename(index, row, name)}
          />
          <TextInput
            aria-label={t('designers.codeOf', { position: String(index + 1) })}
            placeholder={t('designers.code')}
            value={row.code}
            readOnly={deployed.includes(row.code)}
            error={problemAt(`${path}[${index}].code`)}
            onChange={(event) => onChange(replaced(rows, index, { ...row, code: event.currentTarget.value }))}
          />
          <IconButton
            isPlain
            label={t('designers.moveUp')}
            disabled={index === 0}
            onClick={() => onChange(moved(rows, index, index - 1))}
          >
            <ArrowUpIcon />
          </IconButton>
          <IconButton
            isPlain
            label={t('designers.moveDown')}
            disabled={index === rows.length - 1}
            onClick={() => onChange(moved(rows, index, index + 1))}
          >
            <ArrowDownIcon />
          </IconButton>
          <IconButton isPlain label={t('ui.remove')} onClick={() => onChange(removed(rows, index))}>
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <div className={css.buttons}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<PlusIcon size={12} />}
          onClick={() => onChange([...rows, { code: '', name: '' }])}
        >
          {addLabel}
        </Button>
        {rows.length > 0 && !hasLanguages && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              onChange(rows.map((row) => ({ ...row, name: { [language]: nameText(row.name, language) } })))
            }
          >
            {t('designers.inLanguages')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
