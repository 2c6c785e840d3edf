import type { Tx } from '../../../foundation/db/database.ts'
import type { Stamp, Step } from '../../../solutions/index.ts'
import { removeView } from '../../applications/views/views.ts'
import type { Contract } from '../definition/contract.ts'
import { putContract, removeContract } from '../definition/contracts.store.ts'
import type { DeployedContract } from '../definition/stored-contracts.ts'
import { contractView, createContractView } from '../views/contract-views.store.ts'
import type { ChangingApplications } from './applications-after.ts'
import type { ContractDraft } from './read-contract.ts'

interface PlannedContract {
  readonly draft: ContractDraft
  readonly contract: Contract
  readonly before: DeployedContract | undefined
  readonly steps: readonly Step[]
}

export interface ContractChanges {
  /** The solution to which the changed contracts belong. */
  readonly solution: string
  readonly planned: readonly PlannedContract[]
  /** The contracts of other solutions. */
  readonly staying: readonly DeployedContract[]
  readonly removed: readonly DeployedContract[]
  readonly applications: ChangingApplications
}

/** Writes new and changed contracts, removes those in `removed`, and brings the views of all contracts up to date. */
export async function applyContracts(
  tx: Tx,
  { solution, planned, staying, removed, applications }: ContractChanges,
  stamp: Stamp,
): Promise<void> {
  for (const { contract } of removed) {
    await removeContract(tx, contract)
    await removeView(tx, contract)
  }
  for (const { draft, steps } of planned) {
    if (steps.length > 0) await putContract(tx, { ...draft, solution }, stamp)
  }
  const viewed = [
    ...planned.map(({ before, contract }) => ({ before: before?.contract, after: contract })),
    ...staying.map(({ contract }) => ({ before: contract, after: contract })),
  ]
  for (const { before, after } of viewed) await updateView(tx, before, after, applications)
}

/**
 * Recreates the view of a contract when its statement has changed, for example because an application has a new status.
 * A view with the same statement is left alone, because a view cannot be recreated while another view reads it.
 */
async function updateView(
  tx: Tx,
  before: Contract | undefined,
  after: Contract,
  applications: ChangingApplications,
): Promise<void> {
  const view = contractView(after, applications.after)
  if (before !== undefined) {
    if (contractView(before, applications.before).strings[0] === view.strings[0]) return
    await removeView(tx, before)
  }
  await createContractView(tx, view)
}
