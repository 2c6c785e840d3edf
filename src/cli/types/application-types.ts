import type { TSchema } from 'typebox'
import { type Field, fieldTypeByCode } from '../../values/index.ts'
import { keyOf, type Schema, typeOf } from './operation-types.ts'

/** A field as the schema of an application describes it. */
interface FieldSchema {
  readonly code: string
  readonly type: string
  readonly required: boolean
  readonly array: boolean
  readonly system: boolean
  readonly view: { readonly name: string }
  readonly data: Readonly<Record<string, unknown>> & {
    readonly namespace?: string
    readonly code?: string
    readonly enumItems?: readonly { readonly code: string }[]
    readonly fields?: readonly FieldSchema[]
  }
}

/** An application as `GET /pub/v1/scheme/namespaces/{namespace}/apps` describes it. */
export interface ApplicationSchema {
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly fields: readonly FieldSchema[]
  readonly statuses: readonly { readonly code: string }[]
}

const systemFields = `/** The fields that every element has. */
export interface Element {
  __id: string
  __index: number
  __name: string | null
  __createdAt: string
  __createdBy: string
  __updatedAt: string
  __updatedBy: string
  __deletedAt: string | null
  __version: number
  __status: { status: number; order: number } | null
  __externalId: string | null
}
`

/**
 * Returns TypeScript with an interface for each application, and the types `Applications`, `Statuses` and `Values`,
 * which cover all applications.
 */
export function applicationTypes(applications: readonly ApplicationSchema[]): string {
  const names = new Map(applications.map((one) => [one, nameOf(one)]))
  const paths = applications.map((one) => `  '${one.namespace}.${one.code}': ${names.get(one)}`)
  const statuses = applications.map(
    ({ namespace, code, statuses: all }) =>
      `  '${namespace}.${code}': ${all.map((one) => JSON.stringify(one.code)).join(' | ') || 'never'}`,
  )
  return [
    systemFields,
    ...applications.map((one) => interfaceOf(one, names.get(one)!)),
    `/** The elements of each application. */\nexport interface Applications {\n${paths.join('\n')}\n}\n`,
    `/** The codes of the statuses of each application. */\nexport interface Statuses {\n${statuses.join('\n')}\n}\n`,
    `/** The values of a new or changed element. Fields that are left out keep their values. */
export type Values<Path extends keyof Applications> = Partial<
  Record<'__name' | '__externalId', string | null> & Writable<Omit<Applications[Path], keyof Element>>
>
/** A category is written by its codes. */
type Writable<Fields> = {
  [Key in keyof Fields]: Fields[Key] | (NonNullable<Fields[Key]> extends readonly { code: infer Code; name: string }[] ? Code | readonly Code[] : never)
}
`,
  ].join('\n')
}

function interfaceOf({ name, fields }: ApplicationSchema, typeName: string): string {
  const own = fields.filter(({ system }) => !system)
  const members = own.flatMap((field) => [
    `  /** ${commentOf(field)} */`,
    `  ${keyOf(field.code)}: ${valueType(field).replaceAll('\n', '\n  ')} | null`,
  ])
  return `/** ${oneLine(name)} */\nexport interface ${typeName} extends Element {\n${members.join('\n')}\n}\n`
}

/** Returns the title of a field, and the application that a reference leads to. */
function commentOf({ view, data: { namespace, code } }: FieldSchema): string {
  const target = namespace !== undefined && code !== undefined ? `; ids of ${namespace}.${code}` : ''
  return oneLine(`${view.name}${target}`)
}

function valueType(field: FieldSchema): string {
  const codes = field.data.enumItems?.map(({ code }) => JSON.stringify(code)).join(' | ')
  if (codes) return `readonly { code: ${codes}; name: string }[]`
  const defined = definedField(field)
  return defined === undefined ? 'unknown' : typeOf(defined.type.wire(defined) as TSchema as Schema)
}

/** Returns the definition of a field; undefined for a type of field that only a newer server knows. */
function definedField({ code, type, view, array, required, data }: FieldSchema): Field | undefined {
  const found = fieldTypeByCode(type)
  if (found === undefined) return undefined
  const columns = data.fields?.map((column) => definedField(column)) ?? []
  return {
    ...{ code, name: view.name, type: found, required, array },
    ...{ indexed: false, searchable: false, defaultValue: null, settings: { ...data } as Field['settings'] },
    columns: new Map(columns.flatMap((column) => (column === undefined ? [] : [[column.code, column]]))),
  }
}

/** Returns the name of the type of an application, such as `DocsIncoming` for docs.incoming. */
const nameOf = ({ namespace, code }: ApplicationSchema): string =>
  [...namespace.split('.'), code]
    .map((part) => part.replace(/^_+/, ''))
    .map(capitalized)
    .join('')

const capitalized = (text: string): string =>
  text.replaceAll(/(^|_)([A-Za-z0-9])/g, (_match, _line, letter: string) => letter.toUpperCase())
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')
