import { compileAccess, isVisibleTo, namedGroups } from '../../../access/index.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { builtInGroupPaths, idOfApplication } from '../../../people/index.ts'
import { type DefinitionKind, definitionPath, type Use } from '../../../solutions/index.ts'
import { fieldEntry, stated } from '../../application-kind/file/application-file.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import {
  type ContractAccess,
  ContractFile,
  contractRights,
  publishedContractFile,
} from '../definition/contract-schema.ts'
import { type DeployedContract, storedContracts } from '../definition/stored-contracts.ts'
import { planContracts } from './plan-contracts.ts'
import { type ContractDraft, readContract } from './read-contract.ts'

/** Contracts as definitions of a solution. */
export const contractKind: DefinitionKind<ContractDraft, DeployedContract> = {
  ...storedContracts,
  file: {
    path: 'namespaces/{namespace}/contracts/{code}.yaml',
    title: 'a contract',
    codes: new RegExp(`^${codePattern}$`),
    maxLength: 32,
  },
  isKnownTo: ({ contract }, { persons }) => {
    const access = compileAccess(
      { namespace: undefined, definition: contract.access, setting: undefined },
      contractRights,
    )
    return contract.sources.some((source) =>
      persons.in(idOfApplication(definitionPath(source))).some((person) => isVisibleTo(access, person)),
    )
  },
  schema: ContractFile,
  publishedSchema: publishedContractFile,
  read: readContract,
  plan: planContracts,
  toFile: ({ contract }) => contractFile(contract),
  uses: ({ contract }) => usesOf(contract),
}

/** Returns what a contract refers to: its sources, applications in its fields, and groups in its access rules. */
function usesOf(contract: Contract): Use[] {
  const path = definitionPath(contract)
  const targets = [...contract.fields.values()].flatMap((field) => {
    const target = field.type.refersTo?.(field)
    return target?.to === 'element' && !builtInApplication(target) ? [definitionPath(target)] : []
  })
  const applications = new Set([...contract.sources.map(definitionPath), ...targets])
  const groups = new Set(namedGroups(contract.access ?? {}).map((group) => group.path))
  const foreign = [...groups].filter((group) => !builtInGroupPaths.includes(group))
  return [
    ...[...applications].map((ref): Use => ({ to: 'application', path, ref })),
    ...foreign.map((ref): Use => ({ to: 'group', path, ref })),
  ]
}

/** Returns the normalised file of a contract: keys in a fixed order, without keys that only state a default. */
function contractFile({ name, fields, sources, defaultSource, access }: Contract): JsonObject {
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
