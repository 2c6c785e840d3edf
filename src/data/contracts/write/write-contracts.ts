import type { Database } from '../../../foundation/db/database.ts'
import { within } from '../../../foundation/db/unit-of-work.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { problemsOf } from '../../../foundation/kit/field-refusals.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import { readContext } from '../../../values/index.ts'
import type { ActionDeps, WrittenElement } from '../../elements/actions/action.ts'
import type { WantedRevision } from '../../elements/actions/update-element.ts'
import { elementActions, unitAlone } from '../../elements/elements.ts'
import { fieldNotWritable } from '../../elements/rights/refusals.ts'
import { contractFilterUnmet, contractWithoutDefault } from '../../errors.ts'
import type { ContractArm, OpenContract, OpenedContract } from '../open/open-contract.ts'
import { isCovered } from '../read/find-element.store.ts'
import { findElement } from '../read/find-element.ts'
import type { ContractElementAddress } from '../read/read-contracts.ts'

type Context = Readonly<Record<string, unknown>>

/** Changes of elements through a contract. Every change is made in the application, by its rules. */
export interface WriteContracts {
  /** Creates an element in the default application of the contract. */
  create(caller: Caller, address: Address, context: Context): Promise<WrittenElement>
  /** Changes the fields in `context` in the application of the element. */
  update(
    caller: Caller,
    address: ContractElementAddress,
    context: Context,
    options?: WantedRevision,
  ): Promise<WrittenElement>
}

interface Deps extends Omit<ActionDeps, 'open'> {
  readonly database: Database
  readonly open: OpenContract
}

export function createWriteContracts({ open, database, ...deps }: Deps): WriteContracts {
  const actionDeps = (arm: ContractArm): ActionDeps => ({ ...deps, open: () => arm.opened })
  const alone = unitAlone({ database, events: deps.events })

  async function create(caller: Caller, arm: ContractArm, values: Context): Promise<WrittenElement> {
    const { belongs, source, opened } = arm
    if (belongs === true) return elementActions(actionDeps(arm), alone).create(caller, source, values)
    return database.transaction(async (tx) => {
      const written = await elementActions(actionDeps(arm), within(tx)).create(caller, source, values)
      if (await isCovered(tx, { app: opened.application.id, id: written.id }, belongs)) return written
      const path = definitionPath(source)
      throw contractFilterUnmet(`the contract contains only elements of ${path} where ${source.where}; this one is not`)
    })
  }

  return {
    create(caller, address, context) {
      const contract = open(caller, address)
      const { defaultSource } = contract.contract
      const arm = contract.arms.find(({ source }) => source === defaultSource)
      if (arm === undefined)
        throw contractWithoutDefault(`${definitionPath(address)} names no application for new elements`)
      return inFieldsOf(contract, arm, context, (values) => create(caller, arm, values))
    },
    async update(caller, address, context, options) {
      const contract = open(caller, address)
      const { arm } = await findElement(database.single, contract, address.id)
      const element = { ...arm.source, id: address.id }
      return inFieldsOf(contract, arm, context, (values) =>
        elementActions(actionDeps(arm), alone).update(caller, element, values, { ...options, mayLackRequired: true }),
      )
    },
  }
}

/**
 * Runs a write with the values of a request under the field codes of the application. An error of the application about
 * one of these values also names the field of the contract.
 */
async function inFieldsOf<T>(
  { contract }: OpenedContract,
  arm: ContractArm,
  context: Context,
  write: (values: Context) => Promise<T>,
): Promise<T> {
  const isSystem = (code: string): boolean => code.startsWith('__') && code !== '__proto__'
  const entries = Object.entries(context)
  const own = entries.filter(([code]) => !isSystem(code))
  const visible = new Map([...contract.fields].filter(([code]) => arm.rows.fields.has(code)))
  readContext(Object.fromEntries(own), visible)
  const values = [...entries.filter(([code]) => isSystem(code)), ...own.flatMap((entry) => inApplication(arm, entry))]
  try {
    return await write(Object.fromEntries(values))
  } catch (error) {
    throw error instanceof PlatformError ? namedInContract(error, arm.source) : error
  }
}

/**
 * Returns a value under the field code of the application. Returns nothing for the null that was shown in place of a
 * field which the caller may not read in this application.
 */
function inApplication({ source, opened }: ContractArm, [code, value]: [string, unknown]): [string, unknown][] {
  const target = source.mapping.get(code)!
  if (opened.visible.fields.has(target)) return [[target, value]]
  if (value === null || value === undefined) return []
  throw fieldNotWritable(opened.application, target, code)
}

function namedInContract(error: PlatformError, source: ContractArm['source']): PlatformError {
  const inContract = (field: string | undefined, message: string) => {
    const found = [...source.mapping].find(([code, target]) => target === field && code !== target)
    if (found === undefined) return { field, message }
    return { field: found[0], message: `"${found[0]}" is "${found[1]}" of ${definitionPath(source)}: ${message}` }
  }
  const { field, message } = inContract(error.details.field, error.message)
  const problems = problemsOf(error)?.map((problem) => ({ ...problem, ...inContract(problem.field, problem.message) }))
  return error.kind(message, { ...error.details, ...(field && { field }), ...(problems && { problems }) })
}
