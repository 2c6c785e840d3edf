import { Button, Input } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useI18n } from '../../../i18n/index.tsx'
import { IconButton } from '../../../ui/buttons.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import type { Editor } from '../../editor.ts'
import type { Field } from '../../field-type.ts'
import { rowsOf } from './type.ts'

/** A block for each row with the editors of the columns. */
export function TableEditor(props: ComponentProps<Editor>) {
  const { field, label, value, onChange, error, isRequired = false, isReadOnly = false, Cell } = props
  const { t } = useI18n()
  const rows = rowsOf(value)
  const columns = (field.data.fields ?? []) as readonly Field[]
  const change = (next: readonly unknown[]) => onChange(next.length > 0 ? { rows: next } : null)
  return (
    <Input.Wrapper label={label} error={error} required={isRequired} labelElement="div">
      {rows.map((row, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no id
          key={index}
          aria-label={`${label} ${index + 1}`}
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 8,
            margin: '0 0 8px',
            padding: 8,
            border: '1px solid var(--line)',
          }}
        >
          {columns.map((column) => (
            <div key={column.code} style={{ flex: '1 1 160px' }}>
              <Cell
                field={column}
                label={column.view.name}
                isReadOnly={isReadOnly}
                value={row[column.code] ?? null}
                onChange={(cell) =>
                  change(rows.map((each, at) => (at === index ? { ...each, [column.code]: cell } : each)))
                }
              />
            </div>
          ))}
          <IconButton
            isPlain
            label={t('fields.removeRow')}
            disabled={isReadOnly}
            onClick={() => change(rows.filter((_, at) => at !== index))}
          >
            <TrashIcon />
          </IconButton>
        </fieldset>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        data-field={field.code}
        leftSection={<PlusIcon size={14} />}
        disabled={isReadOnly}
        onClick={() => change([...rows, {}])}
      >
        {t('fields.addRow')}
      </Button>
    </Input.Wrapper>
  )
}
