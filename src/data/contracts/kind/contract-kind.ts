import { compileAccess, isVisibleTo, namedGroups } from '../../../access/index.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { builtInGroupPaths, idOfApplication } from '../../../people/index.ts'
import { type DefinitionKind, definitionPath, type Use } from '../../../solutions/index.ts'
import { builtInApplication } from '../../applications/built-in.ts'
import type { Contract } from '../definition/contract.ts'
import { ContractFile, contractRights, publishedContractFile } from '../definition/contract-schema.ts'
import { type DeployedContract, storedContracts } from '../definition/stored-contracts.ts'
import { contractFile } from './contract-file.ts'
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
