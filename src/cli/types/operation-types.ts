const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export interface Schema {
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
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema; content?: Content }[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
export interface OpenApi {
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
 * Returns TypeScript with the input and the result of each operation of an OpenAPI document, and a table of methods and
 * paths.
 */
export function operationTypes(document: OpenApi): string {
  const types = operationsOf(document).map(({ operation }) => `  ${operation.operationId}: ${operationType(operation)}`)
  return [
    '/** Input and result of each operation. */',
    `export interface Operations {\n${types.join('\n')}\n}`,
    '/** Method and path of each operation. */',
    `export const operations = {\n${operationTable(document)}} as const satisfies Record<keyof Operations, string>\n`,
  ].join('\n')
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const within = (place: string): Fields =>
    parameters
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
    .map(([key, fields]) => `${key}${fields.some(([, , isRequired]) => isRequired) ? '' : '?'}: ${fieldsType(fields)}`)
  if (body) given.push(`body${requestBody?.required ? '' : '?'}: ${body === 'Blob' ? body : typeOf(body)}`)
  const result = resultType(responses['200']?.content)
  return `{ input: ${given.length > 0 ? `{ ${given.join('; ')} }` : 'object'}; result: ${result} }`
}

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
  const members = fields.map(
    ([name, schema, isRequired]) => `${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${members.join('; ')} }`
}

/** Returns the TypeScript type of a JSON Schema. */
export function typeOf(schema: Schema): string {
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
const bracketed = (type: string): string => (/^(readonly|.*[|&])/.test(type) ? `(${type})` : type)
