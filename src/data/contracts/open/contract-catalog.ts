import { type Access, compileAccess } from '../../../access/index.ts'
import { type Address, type Definitions, definitionPath } from '../../../solutions/index.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { visibilityOf } from '../../namespaces/namespace.ts'
import type { Contract } from '../definition/contract.ts'
import { contractRights } from '../definition/contract-schema.ts'
import { storedContracts } from '../definition/stored-contracts.ts'

/** A deployed contract with its access rules. The object stays the same until some definition changes. */
export interface LiveContract {
  readonly contract: Contract
  readonly access: Access
}

/** The contracts of the catalog. */
export interface ContractCatalog {
  contract(address: Address): LiveContract | undefined
  /** Returns the contracts, ordered by namespace and code. */
  contracts(): readonly LiveContract[]
}

export function contractCatalog(catalog: ApplicationCatalog): ContractCatalog {
  const bySnapshot = new WeakMap<Definitions, ReadonlyMap<string, LiveContract>>()
  function current(): ReadonlyMap<string, LiveContract> {
    const snapshot = catalog.snapshot()
    const known = bySnapshot.get(snapshot)
    if (known !== undefined) return known
    const gates = new Map(catalog.namespaces().map((one) => [one.code, visibilityOf(one)]))
    const live = new Map(
      snapshot.of(storedContracts).map(({ contract }) => {
        const parts = { namespace: gates.get(contract.namespace), definition: contract.access, setting: undefined }
        return [definitionPath(contract), { contract, access: compileAccess(parts, contractRights) }]
      }),
    )
    bySnapshot.set(snapshot, live)
    return live
  }
  return {
    contract: (address) => current().get(definitionPath(address)),
    contracts: () => [...current().values()],
  }
}
