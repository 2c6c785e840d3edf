import type { ErrorKind } from '../../kit/errors.ts'

type Node = Readonly<Record<string, unknown>>
type Group = Map<string, object>

/** Keywords with schemas that no operation uses. */
const unusedKeywords = new Set(['oneOf', 'not', 'if', 'then', 'else', 'prefixItems', 'contains', 'propertyNames'])

/**
 * The components of an OpenAPI document, which collects them while its operations are described. The `title` of a schema
 * names a component: `Type.Object({ … }, { title: 'Task' })` becomes `#/components/schemas/Task` wherever it occurs.
 * Two components of one kind may have the same name only if they are equal.
 */
export class Components {
  readonly #schemas: Group = new Map()
  readonly #parameters: Group = new Map()
  readonly #responses: Group = new Map()

  /**
   * Returns the schema with a reference in place of each schema that has a title, including the schema itself. Adds
   * these schemas to the components.
   */
  schema(schema: object): object {
    const { title, ...node } = schema as Node
    const parts = Object.entries(node).map(([key, value]) => [key, this.#within(key, value)])
    const whole = Object.fromEntries(parts)
    return typeof title === 'string' ? put(this.#schemas, 'schemas', title, whole) : whole
  }

  /** Adds a parameter under this name and returns a reference to it. */
  parameter(name: string, parameter: object): object {
    return put(this.#parameters, 'parameters', name, parameter)
  }

  /** Adds a response under this name and returns a reference to it. */
  response(name: string, response: object): object {
    return put(this.#responses, 'responses', name, response)
  }

  /** Returns the collected components, in alphabetical order. */
  all(): object {
    return {
      parameters: sorted(this.#parameters),
      responses: sorted(this.#responses),
      schemas: sorted(this.#schemas),
    }
  }

  /** Returns the value of a schema's keyword with references. The keywords that are not named here have no schemas. */
  #within(keyword: string, value: unknown): unknown {
    if (unusedKeywords.has(keyword)) throw new Error(`OpenAPI: schemas inside "${keyword}" are not looked at yet`)
    if (keyword === 'anyOf' || keyword === 'allOf') return (value as object[]).map((each) => this.schema(each))
    if (keyword === 'items' || keyword === 'additionalProperties')
      return typeof value === 'object' && value !== null ? this.schema(value) : value
    if (keyword !== 'properties' && keyword !== 'patternProperties') return value
    const properties = Object.entries(value as Readonly<Record<string, object>>)
    return Object.fromEntries(properties.map(([name, property]) => [name, this.schema(property)]))
  }
}

/** Returns the name of the response with these errors: `TaskNotFound` for `task.not_found`. */
export const responseName = (errors: readonly ErrorKind[]): string =>
  errors
    .map(({ code }) => pascalCase(code))
    .sort()
    .join('Or')

const pascalCase = (code: string): string => code.replaceAll(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())

function put(group: Group, kind: string, name: string, component: object): object {
  const known = group.get(name)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component))
    throw new Error(`OpenAPI: two different ${kind} have the name "${name}"`)
  group.set(name, component)
  return { $ref: `#/components/${kind}/${name}` }
}

const sorted = (group: Group): object => Object.fromEntries([...group].sort(([a], [b]) => (a < b ? -1 : 1)))
