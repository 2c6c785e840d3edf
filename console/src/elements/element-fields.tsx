import type { Field } from '../fields/field-type.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { inSections } from '../fields/in-sections.ts'
import { isEmpty } from '../fields/is-empty.ts'
import { useI18n } from '../i18n/index.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FieldList } from '../ui/field-list.tsx'
import type { Application, Element } from './application.ts'
import css from './element-fields.module.css'

/**
 * The values of the own fields of an element, in the sections of the view form. With `foldsEmpty`, fields without a
 * value are folded into one line at the end.
 */
export function ElementFields(props: { schema: Application; element: Element; foldsEmpty?: boolean }) {
  const { schema, element, foldsEmpty = false } = props
  const { t } = useI18n()
  const own = schema.forms.view.fields.flatMap(
    ({ code }) => schema.fields.find((field) => field.code === code && !field.system) ?? [],
  )
  const folded = foldsEmpty ? own.filter(({ code }) => isEmpty(element[code])) : []
  const shown = own.filter((field) => !folded.includes(field))
  return (
    <>
      {inSections(shown, schema.formSections.view).map(({ section, fields }, index) => {
        const title = section?.name ?? (index > 0 ? t('fields.others') : undefined)
        return (
          <section key={fields[0]!.code} className={css.section} aria-label={title}>
            {title && <h2 className="caption">{title}</h2>}
            <Values fields={fields} element={element} />
          </section>
        )
      })}
      {folded.length > 0 && (
        <Disclosure
          className={css.empty}
          isOpenAtFirst={shown.length === 0}
          summary={t('card.emptyFields', { count: folded.length })}
        >
          <Values fields={folded} element={element} />
        </Disclosure>
      )}
    </>
  )
}

function Values({ fields, element }: { fields: readonly Field[]; element: Element }) {
  return (
    <FieldList
      items={fields.map((field) => ({
        key: field.code,
        name: field.view.name,
        value: <FieldValue field={field} value={element[field.code]} />,
      }))}
    />
  )
}
