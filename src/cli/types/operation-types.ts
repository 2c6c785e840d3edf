const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Reference {
  readonly $ref: string
}
export interface Schema extends Partial<Reference> {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly content?: Content
}
interface Response {
  readonly content?: Content
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}
interface Components {
  readonly schemas: Readonly<Record<string, Schema>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly responses: Readonly<Record<string, Response>>
}
export interface OpenApi {
  readonly components: Components
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof methods)[number], Operation>>>>>
}

interface Called {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly operation: Operation
}

/** Returns the operations of a document, without the GET form of operations that also have POST. */
export const operationsOf = (document: OpenApi): Called[] =>
  Object.entries(document.paths)
    .flatMap(([path, item]) => methods.map((method) => ({ method, path, operation: item[method] })))
    .filter((each): each is Called => each.operation !== undefined)
    .filter(({ operation }) => !operation.operationId.endsWith('ByGet'))

/** Returns the lines of a table with the method and path of each operation, or of those that `isWanted` selects. */
export const operationTable = (document: OpenApi, isWanted: (name: string) => boolean = () => true): string =>
  operationsOf(document)
    .filter(({ operation }) => isWanted(operation.operationId))
    .map(({ method, path, operation }) => `  ${operation.operationId}: '${method.toUpperCase()} ${path}',\n`)
    .join('')

/**
 * Returns TypeScript with the named schemas, the input and the result of each operation of an OpenAPI document, and a
 * table of methods and paths.
 */
export function operationTypes(document: OpenApi): string {
  const { components } = document
  const operations = operationsOf(document).map(({ operation }) => operation)
  const types = operations.map((operation): Member => [operation.operationId, operationType(operation, components)])
  const schemas = Object.entries(components.schemas).map(([name, schema]): Member => [name, typeOf(schema)])
  return [
    '/** Schemas that have a name. */',
    `export interface Schemas ${block(schemas)}`,
    '/** Input and result of each operation. */',
    `export interface Operations ${block(types)}`,
    '/** Method and path of each operation. */',
    `export const operations = {\n${operationTable(document)}} as const satisfies Record<keyof Operations, string>\n`,
  ].join('\n')
}

function operationType({ parameters = [], requestBody, responses }: Operation, components: Components): string {
  const all = parameters.map((each) => resolve(components.parameters, each))
  const within = (place: string): Fields =>
    all
      .filter((each) => each.in === place)
      .map(({ name, schema, content, required }) => [
        name,
        schema ?? jsonOf(content) ?? {},
        place === 'path' || required === true,
      ])
  const body = requestBody?.content && (jsonOf(requestBody.content) ?? 'Blob')
  const places = [
    ['params', within('path')],
    ['query', within('query')],
  ] as const
  const given = places
    .filter(([, fields]) => fields.length > 0)
    .map(
      ([key, fields]): Member => [
        optional(
          key,
          fields.some(([, , isRequired]) => isRequired),
        ),
        fieldsType(fields),
      ],
    )
  if (body) given.push([optional('body', requestBody?.required === true), body === 'Blob' ? body : typeOf(body)])
  const success = responses['200'] && resolve(components.responses, responses['200'])
  return block([
    ['input', given.length > 0 ? block(given) : 'object'],
    ['result', resultType(success?.content)],
  ])
}

/** Returns a part of an operation, or the component to which it refers. */
const resolve = <T extends object>(components: Readonly<Record<string, T>>, part: T | Reference): T =>
  '$ref' in part ? components[nameOf(part)]! : part

const nameOf = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1)

const jsonOf = (content: Content = {}): Schema | undefined =>
  Object.entries(content).find(([media]) => media.startsWith('application/json'))?.[1].schema

function resultType(content: Content | undefined): string {
  const schema = jsonOf(content)
  const { success: _, error: __, ...properties } = schema?.properties ?? {}
  if (schema === undefined) return content === undefined ? 'undefined' : 'Blob'
  return typeOf({ ...schema, properties })
}

type Fields = readonly (readonly [name: string, schema: Schema, isRequired: boolean])[]

function fieldsType(fields: Fields): string {
  if (fields.length === 0) return 'object'
  return block(fields.map(([name, schema, isRequired]) => [optional(keyOf(name), isRequired), typeOf(schema)]))
}

type Member = readonly [key: string, type: string]

const optional = (key: string, isRequired: boolean): string => (isRequired ? key : `${key}?`)

/** Returns an object type with one member a line. */
const block = (members: readonly Member[]): string =>
  `{\n${members.map(([key, type]) => `  ${key}: ${type.replaceAll('\n', '\n  ')}\n`).join('')}}`

/** Returns the TypeScript type of a JSON Schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `Schemas['${nameOf({ $ref: schema.$ref })}']`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].map(bracketed).join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).map(bracketed).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => bracketed(typeOf({ ...schema, type }))).join(' | ')
  if (schema.type === 'array') return `readonly ${bracketed(typeOf(schema.items ?? {}))}[]`
  if (schema.type === 'object' || schema.properties !== undefined) return objectType(schema)
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[String(schema.type)] ??
    'unknown'
  )
}

function objectType({ properties = {}, patternProperties = {}, required = [], additionalProperties }: Schema): string {
  const others = typeof additionalProperties === 'object' ? additionalProperties : Object.values(patternProperties)[0]
  const index = others ? typeOf(others) : 'unknown'
  if (Object.keys(properties).length === 0) return `Record<string, ${index}>`
  const fields = fieldsType(Object.entries(properties).map(([name, each]) => [name, each, required.includes(name)]))
  return others !== undefined || additionalProperties === true ? `${fields} & Record<string, unknown>` : fields
}

/** Returns a name as a key of an object type. */
export const keyOf = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))
/**
 * Puts a type in parentheses if it begins with `readonly`, or has `|` or `&` before its first object type or after
 * the end of one.
 */
const bracketed = (type: string): string => (/^(readonly|[^\n{]*[|&])|\n\}\)? [|&]/.test(type) ? `(${type})` : type)
