import { FieldValue } from '../fields/field-value.tsx'
import { inSections } from '../fields/in-sections.ts'
import { useI18n } from '../i18n/index.tsx'
import { FieldList } from '../ui/field-list.tsx'
import type { Application, Element } from './application.ts'
import css from './element-fields.module.css'

/** The values of the own fields of an element, in the sections of the view form. */
export function ElementFields({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const own = schema.forms.view.fields.flatMap(
    ({ code }) => schema.fields.find((field) => field.code === code && !field.system) ?? [],
  )
  return inSections(own, schema.formSections.view).map(({ section, fields }, index) => {
    const values = (
      <FieldList
        items={fields.map((field) => ({
          key: field.code,
          name: field.view.name,
          value: <FieldValue field={field} value={element[field.code]} />,
        }))}
      />
    )
    const title = section?.name ?? (index > 0 ? t('fields.others') : undefined)
    return (
      <section key={fields[0]!.code} className={css.section} aria-label={title}>
        {title && <h2>{title}</h2>}
        {values}
      </section>
    )
  })
}
