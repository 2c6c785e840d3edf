import { isDeepStrictEqual } from 'node:util'
import type { DefinitionRow, Deployed, StoredKind } from '../../../solutions/index.ts'
import { fieldTexts } from '../../../values/index.ts'
import { type Contract, type ContractDefinition, compileContract } from './contract.ts'
import { contractRows } from './contracts.store.ts'

/** A deployed contract. */
export interface DeployedContract extends Deployed {
  readonly definition: ContractDefinition
  readonly contract: Contract
}

interface ContractRow extends DefinitionRow {
  readonly definition: ContractDefinition
}

/** Deployed contracts, ordered by namespace and code. */
export const storedContracts: StoredKind<DeployedContract, ContractRow> = {
  word: 'contract',
  rows: contractRows,
  texts: ['name', ...fieldTexts('fields')],
  compile(row, before) {
    const isSame = before !== undefined && isDeepStrictEqual(before.definition, row.definition)
    const contract = isSame ? before.contract : compileContract(row, row.definition)
    return Object.freeze({ ...row, name: row.definition.name, contract })
  },
}
