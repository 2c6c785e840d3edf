import { type ContractAccess, openContracts } from './open/open-contract.ts'
import { createReadContracts, type ReadContracts } from './read/read-contracts.ts'
import { createWriteContracts, type WriteContracts } from './write/write-contracts.ts'

/**
 * Access to elements through contracts. Lists cover all applications of a contract; a write changes one application.
 */
export interface Contracts extends ReadContracts, WriteContracts, Pick<ContractAccess, 'knows'> {}

type Deps = Parameters<typeof openContracts>[0] &
  Omit<Parameters<typeof createReadContracts>[0] & Parameters<typeof createWriteContracts>[0], 'open'>

export function createContracts({ open: openApplication, ...deps }: Deps): Contracts {
  const { open, knows } = openContracts({ ...deps, open: openApplication })
  return { ...createReadContracts({ ...deps, open }), ...createWriteContracts({ ...deps, open }), knows }
}
