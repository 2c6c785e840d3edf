import type { JsonObject } from '../../../foundation/kit/json.ts'
import { definitionPath } from '../../../solutions/index.ts'
import { fieldEntry, stated } from '../../application-kind/file/application-file.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import type { ContractAccess } from '../definition/contract-schema.ts'

/** Returns the normalised file of a contract: keys in a fixed order, without keys that only state a default. */
export function contractFile({ name, fields, sources, defaultSource, access }: Contract): JsonObject {
  return stated({
    name,
    fields: fields.size === 0 ? undefined : [...fields.values()].map(fieldEntry),
    sources: sources.map(sourceEntry),
    default: defaultSource && definitionPath(defaultSource),
    access: access && accessEntry(access),
  })
}

function sourceEntry(source: ContractSource): JsonObject {
  const { mapping, where } = source
  return stated({
    application: definitionPath(source),
    fields: mapping.size === 0 ? undefined : Object.fromEntries(mapping),
    where,
  })
}

function accessEntry({ visibleTo, elements }: ContractAccess): JsonObject {
  return stated({
    visibleTo: visibleTo && [...visibleTo],
    elements: elements?.map(({ to, may, where }) => stated({ to: [...to], may: [...may], where })),
  })
}
