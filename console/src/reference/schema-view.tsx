import { useI18n } from '../i18n/index.tsx'
import { DescribedText } from './described-text.tsx'
import { type ApiDocument, resolve, type Schema } from './document.ts'
import { limitsOf, typeOf } from './schema-type.ts'
import css from './schema-view.module.css'

interface Props {
  readonly schema: Schema
  readonly document: ApiDocument
}

/** The properties of a schema with type, limits and description; nested objects can be opened. */
export function SchemaView({ schema, document }: Props) {
  const resolved = resolve(schema, document)
  const properties = Object.entries(resolved.properties ?? {})
  if (properties.length === 0)
    return (
      <p className={css.plain}>
        <code>{typeOf(resolved)}</code> <DescribedText text={resolved.description} />
      </p>
    )
  return (
    <ul className={css.properties}>
      {properties.map(([name, property]) => (
        <Property
          key={name}
          name={name}
          isRequired={resolved.required?.includes(name) ?? false}
          schema={resolve(property, document)}
          document={document}
        />
      ))}
    </ul>
  )
}

function Property({ name, isRequired, schema, document }: Props & { name: string; isRequired: boolean }) {
  const { t } = useI18n()
  const inner = innerOf(schema, document)
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
          <SchemaView schema={each} document={document} />
        </details>
      ))}
    </li>
  )
}

/** Returns the object schemas of a property: its own schema, the schema of its items, or those of its alternatives. */
function innerOf(schema: Schema, document: ApiDocument): readonly Schema[] {
  const { items, anyOf, oneOf, allOf, properties } = schema
  if (properties) return [schema]
  if (items) return innerOf(resolve(items, document), document)
  return (anyOf ?? oneOf ?? allOf ?? []).flatMap((each) => innerOf(resolve(each, document), document))
}
