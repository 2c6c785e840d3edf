import { Checkbox, Popover } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { ColumnsIcon } from '../../ui/icons.tsx'
import type { Application } from '../application.ts'
import { titleOf } from '../field-title.ts'
import css from './column-chooser.module.css'
import { useListState } from './list-state.ts'

const systemColumns = ['__name', '__status', '__index', '__createdAt', '__createdBy', '__updatedAt', '__updatedBy']

/** A button that opens the list of columns. The name is always shown. */
export function ColumnChooser({ schema, columns }: { schema: Application; columns: readonly string[] }) {
  const { t } = useI18n()
  const { change } = useListState()
  const offered = schema.fields.filter(
    ({ code, system }) =>
      !system || (systemColumns.includes(code) && (code !== '__status' || schema.statuses.length > 0)),
  )
  const order = [
    ...offered.filter(({ code }) => code === '__name' || code === '__status'),
    ...offered.filter(({ system }) => !system),
    ...offered.filter(({ code, system }) => system && code !== '__name' && code !== '__status'),
  ]
  const toggle = (code: string) => {
    const shown = new Set(columns)
    if (!shown.delete(code)) shown.add(code)
    change({ columns: order.map((field) => field.code).filter((each) => shown.has(each)) }, true)
  }
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <IconButton label={t('elements.columns')}>
          <ColumnsIcon />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={css.list} aria-label={t('elements.columns')}>
        {order.map((field) => (
          <Checkbox
            key={field.code}
            size="xs"
            label={titleOf(field, t)}
            checked={columns.includes(field.code)}
            disabled={field.code === '__name'}
            onChange={() => toggle(field.code)}
          />
        ))}
        <button type="button" onClick={() => change({ columns: undefined }, true)}>
          {t('elements.defaultColumns')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
