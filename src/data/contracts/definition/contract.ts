import { splitPath } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { type Condition, parseEql } from '../../../query/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import { type Field, storedField } from '../../../values/index.ts'
import type { ContractAccess } from './contract-schema.ts'

/** A contract: a named set of fields that several applications implement. Compiled from its definition and frozen. */
export interface Contract extends Address {
  readonly name: string
  /** The fields in the order of the file, without system fields. */
  readonly fields: ReadonlyMap<string, Field>
  /** The applications that implement the contract, in the order of the file. */
  readonly sources: readonly ContractSource[]
  /** The source whose application gets new elements; undefined when no element can be created through the contract. */
  readonly defaultSource: ContractSource | undefined
  /** The access rules of the contract, which narrow those of its sources; undefined when there are none. */
  readonly access: ContractAccess | undefined
}

/** An application that implements a contract. */
export interface ContractSource extends Address {
  /** The codes of the application's fields by the codes of the contract's fields. */
  readonly mapping: ReadonlyMap<string, string>
  /** The EQL condition that an element must meet to belong to the contract; undefined for all elements. */
  readonly where: string | undefined
  /** The condition of `where`, in the fields of the application. */
  readonly condition: Condition | undefined
}

/** A contract as it is stored: its file with all defaults filled in. */
export interface ContractDefinition {
  readonly name: string
  /** The entries of the fields as they are in the file; the field types compile them. */
  readonly fields: readonly JsonObject[]
  readonly sources: readonly ContractSourceDefinition[]
  /** The path of the application that gets new elements. */
  readonly default: string | null
  readonly access?: ContractAccess | undefined
}

interface ContractSourceDefinition {
  readonly application: string
  readonly fields: Readonly<Record<string, string>>
  readonly where: string | null
}

/** Compiles a stored definition. The definition was checked when it was applied. */
export function compileContract(address: Address, definition: ContractDefinition): Contract {
  const { namespace, code } = address
  const where = definitionPath(address)
  const defined = definition.fields.map((entry, index) => storedField(entry, `${where}: fields[${index}]`))
  const fields = new Map(defined.map((field) => [field.code, field]))
  const sources = definition.sources.map((source) => compileSource(source, [...fields.keys()]))
  return Object.freeze({
    namespace,
    code,
    name: definition.name,
    fields,
    sources: Object.freeze(sources),
    defaultSource: sources.find((source) => definitionPath(source) === definition.default),
    access: definition.access,
  })
}

function compileSource(source: ContractSourceDefinition, codes: readonly string[]): ContractSource {
  const { namespace, code } = splitPath(source.application)
  const mapping = codes.flatMap((field): [string, string][] => {
    const target = source.fields[field]
    return target === undefined ? [] : [[field, target]]
  })
  const where = source.where ?? undefined
  const condition = where === undefined ? undefined : parseEql(where)
  return Object.freeze({ namespace, code, mapping: new Map(mapping), where, condition })
}
