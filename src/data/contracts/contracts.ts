import { type OpenContract, openContracts } from './open/open-contract.ts'
import { createReadContracts, type ReadContracts } from './read/read-contracts.ts'
import { createWriteContracts, type WriteContracts } from './write/write-contracts.ts'

/** The elements of contracts: read over all applications of a contract, and written in one of them. */
export interface Contracts extends ReadContracts, WriteContracts {}

type Deps = Parameters<typeof openContracts>[0] &
  Omit<Parameters<typeof createReadContracts>[0] & Parameters<typeof createWriteContracts>[0], 'open'>

export function createContracts({ open: openApplication, ...deps }: Deps): Contracts {
  const open: OpenContract = openContracts({ ...deps, open: openApplication })
  return { ...createReadContracts({ ...deps, open }), ...createWriteContracts({ ...deps, open }) }
}
