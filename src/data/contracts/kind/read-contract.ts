import { accessProblems, namedGroups } from '../../../access/index.ts'
import { codeCollector } from '../../../foundation/kit/codes.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject, type JsonObject } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { dependsOnCaller, dependsOnTime, parseEql } from '../../../query/index.ts'
import type { Draft, FileAddress, Found, Refuse } from '../../../solutions/index.ts'
import { checkField, type Field } from '../../../values/index.ts'
import type { ContractDefinition } from '../definition/contract.ts'
import type { ContractFile } from '../definition/contract-schema.ts'

/** A contract as read from its file. */
export interface ContractDraft extends Draft {
  readonly definition: ContractDefinition
  /** Returns a place in the file, for problems that only a comparison with the applications can show. */
  readonly at: Found<unknown>['at']
}

/** Reads the file of a contract and reports the contradictions in it. */
export function readContract({ value, at, refuse }: Found<unknown>, address: FileAddress): ContractDraft {
  const { name, fields: entries = [], sources, default: newElements = null, access } = value as ContractFile
  const fields = readFields(entries, refuse)
  const paths = sources.map(({ application }) => application)
  const repetition = codeCollector()
  sources.forEach(({ application, fields: mapping = {}, where }, index) => {
    const repeated = repetition(application)
    if (repeated !== undefined) refuse(['sources', index, 'application'], repeated)
    refuseMapping(mapping, fields, (path, message) => refuse(['sources', index, ...path], message))
    const message = where === undefined ? undefined : filterProblem(where)
    if (message !== undefined) refuse(['sources', index, 'where'], message)
  })
  if (newElements !== null && !paths.includes(newElements)) {
    refuse(['default'], `"${newElements}" is not a source of this contract${didYouMean(newElements, paths)}`)
  }
  for (const { path, message } of accessProblems(access, { fields })) refuse(['access', ...path], message)
  const references = namedGroups(access ?? {}).map(({ path, at: place }) => {
    return { to: 'group', path, place: at(['access', ...place]) }
  })
  const definition: ContractDefinition = {
    name,
    fields: entries as readonly JsonObject[],
    sources: sources.map(({ application, fields: mapping = {}, where = null }) => {
      return { application, fields: mapping, where }
    }),
    default: newElements,
    ...(access && { access }),
  }
  return { ...address, definition, at, references }
}

/** The keys that only fields of applications may have, not fields of contracts. */
const keysOfApplications = ['required', 'default', 'indexed', 'search']

function readFields(entries: readonly unknown[], refuse: Refuse): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const repetition = codeCollector()
  entries.forEach((entry, index) => {
    const { field, problems } = checkField(entry)
    for (const { path, message } of problems) refuse(['fields', index, ...path], message)
    if (field === undefined) return
    const repeated = repetition(field.code)
    if (repeated !== undefined) refuse(['fields', index, 'code'], repeated)
    for (const key of keysOfApplications) {
      if (isObject(entry) && key in entry) {
        refuse(['fields', index, key], `"${key}" belongs to the fields of the applications, not to a contract`)
      }
    }
    fields.set(field.code, field)
  })
  return fields
}

/** Reports fields without a mapping, and mappings of fields that the contract does not have. */
function refuseMapping(mapping: Readonly<Record<string, string>>, fields: ReadonlyMap<string, Field>, refuse: Refuse) {
  for (const code of fields.keys()) {
    if (!Object.hasOwn(mapping, code)) refuse(['fields'], `the field "${code}" of the contract has no mapping here`)
  }
  for (const code of Object.keys(mapping)) {
    if (fields.has(code)) continue
    refuse(['fields', code], `the contract has no field "${code}"${didYouMean(code, fields.keys())}`)
  }
}

/**
 * Returns the problem of a source's filter that can be found without the applications; undefined when there is none.
 */
function filterProblem(where: string): string | undefined {
  try {
    const condition = parseEql(where)
    if (condition === undefined) return 'is blank'
    // The filter becomes part of a database view, which has no caller and no present time.
    if (dependsOnTime(condition)) return 'the filter of a source cannot depend on the present time'
    return dependsOnCaller(condition) ? 'the filter of a source cannot depend on the user who asks' : undefined
  } catch (error) {
    if (error instanceof PlatformError) return error.message
    throw error
  }
}
