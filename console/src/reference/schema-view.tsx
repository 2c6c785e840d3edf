import { useI18n } from '../i18n/index.tsx'
import { DescribedText } from './described-text.tsx'
import type { Schema } from './document.ts'
import { limitsOf, typeOf } from './schema-type.ts'
import css from './schema-view.module.css'

/** The properties of a schema with type, limits and description; nested objects can be opened. */
export function SchemaView({ schema }: { schema: Schema }) {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0)
    return (
      <p className={css.plain}>
        <code>{typeOf(schema)}</code> <DescribedText text={schema.description} />
      </p>
    )
  return (
    <ul className={css.properties}>
      {properties.map(([name, property]) => (
        <Property key={name} name={name} isRequired={schema.required?.includes(name) ?? false} schema={property} />
      ))}
    </ul>
  )
}

function Property({ name, isRequired, schema }: { name: string; isRequired: boolean; schema: Schema }) {
  const { t } = useI18n()
  const inner = innerOf(schema)
  const limits = limitsOf(schema)
  return (
    <li>
      <div className={css.line}>
        <code className={css.name}>{name}</code>
        <span className={css.type}>{typeOf(schema)}</span>
        {isRequired && <span className={css.required}>{t('reference.required')}</span>}
        {limits && <span className={css.type}>{limits}</span>}
      </div>
      <DescribedText text={schema.description} />
      {inner.map((each, index) => (
        <details key={each.title ?? index}>
          <summary>
            {each.title ?? t('reference.properties', { count: Object.keys(each.properties ?? {}).length })}
          </summary>
          <SchemaView schema={each} />
        </details>
      ))}
    </li>
  )
}

/** Returns the object schemas of a property: its own schema, the schema of its items, or those of its alternatives. */
function innerOf(schema: Schema): readonly Schema[] {
  const { items, anyOf, oneOf, allOf, properties } = schema
  if (properties) return [schema]
  if (items) return innerOf(items)
  return (anyOf ?? oneOf ?? allOf ?? []).flatMap(innerOf)
}
