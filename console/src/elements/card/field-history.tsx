import { Select } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import type { Application, Element } from '../application.ts'
import { titleOf } from '../field-title.ts'
import { ElementHistory } from '../history/element-history.tsx'
import css from './card.module.css'

/** The history of an element, of all fields or of one. */
export function FieldHistory({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const [field, setField] = useState<string | null>(null)
  const choices = schema.fields
    .filter(({ system, code }) => !system || code === '__name' || code === '__status')
    .map((each) => ({ value: each.code, label: titleOf(each, t) }))
  return (
    <div className={css.narrow}>
      <Select
        label={t('card.historyField')}
        placeholder={t('card.allFields')}
        data={choices}
        value={field}
        onChange={setField}
        searchable
        clearable
      />
      <ElementHistory schema={schema} id={element.__id} field={field ?? undefined} />
    </div>
  )
}
