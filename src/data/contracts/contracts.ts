import type { Database } from '../../foundation/db/database.ts'
import { within } from '../../foundation/db/unit-of-work.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { problemsOf } from '../../foundation/kit/field-refusals.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type FindSource, type Lists, type Page, planUnion, readListRequest } from '../../query/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import { readContext } from '../../values/index.ts'
import type { ActionDeps, WrittenElement } from '../elements/actions/action.ts'
import type { WantedRevision } from '../elements/actions/update-element.ts'
import { ElementActions, unitAlone } from '../elements/elements.ts'
import { Totals } from '../elements/read/totals.ts'
import { fieldNotWritable } from '../elements/rights/refusals.ts'
import { contractFilterUnmet, contractWithoutDefault } from '../errors.ts'
import { type ContractAccess, type ContractArm, type OpenedContract, openContracts } from './open/open-contract.ts'
import { isCovered } from './read/find-element.store.ts'
import { findElement } from './read/find-element.ts'

type Context = Readonly<Record<string, unknown>>

interface ContractElementAddress extends Address {
  readonly id: string
}

/** An element in the fields of a contract. */
interface ContractElement {
  readonly item: JsonText
  /** The revision of the element, for `ETag` and `If-Match`. */
  readonly rev: string
}

interface Deps extends ActionDeps, Omit<Parameters<typeof openContracts>[0], 'open'> {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly findFor: (caller: Caller) => FindSource
}

/**
 * Access to elements through contracts. Lists cover all applications of a contract that the caller can see. A write
 * changes one application, by its rules.
 */
export class Contracts {
  readonly #deps: Deps
  readonly #access: ContractAccess
  readonly #totals: Totals

  constructor(deps: Deps) {
    this.#deps = deps
    this.#access = openContracts(deps)
    this.#totals = new Totals(deps.database, deps.lists)
  }

  /** Returns whether the caller can see a contract and at least one of its applications. */
  knows(caller: Caller, address: Address): boolean {
    return this.#access.knows(caller, address)
  }

  /** Lists the elements that the caller may see, from all sources of a contract. */
  async list(caller: Caller, address: Address, input: unknown): Promise<Page> {
    const { arms } = this.#access.open(caller, address)
    const { clock, findFor } = this.#deps
    // Statuses belong to one application, so `statusCode` and `statusGroupId` are ignored like unknown keys.
    const setting = { find: findFor(caller), callerId: caller.userId, nowMs: clock.nowMs() }
    const plan = planUnion(
      readListRequest(input),
      arms.map(({ rows }) => rows),
      setting,
    )
    const parts = plan.each.map((one, place) => ({ app: arms[place]!.opened.application.id, plan: one }))
    return this.#totals.pageOfUnion(plan, parts)
  }

  async get(caller: Caller, address: ContractElementAddress): Promise<ContractElement> {
    const found = await findElement(this.#deps.database.single, this.#access.open(caller, address), address.id)
    return { item: new JsonText(found.text), rev: found.rev }
  }

  /** Creates an element in the default application of the contract. */
  async create(caller: Caller, address: Address, context: Context): Promise<WrittenElement> {
    const contract = this.#access.open(caller, address)
    const { defaultSource } = contract.contract
    const arm = contract.arms.find(({ source }) => source === defaultSource)
    if (arm === undefined)
      throw contractWithoutDefault(`${definitionPath(address)} names no application for new elements`)
    return inFieldsOf(contract, arm, context, (values) => this.#createIn(caller, arm, values))
  }

  /** Changes the fields in `context` in the application of the element. */
  async update(
    caller: Caller,
    address: ContractElementAddress,
    context: Context,
    options?: WantedRevision,
  ): Promise<WrittenElement> {
    const contract = this.#access.open(caller, address)
    const { arm } = await findElement(this.#deps.database.single, contract, address.id)
    const element = { ...arm.source, id: address.id }
    return inFieldsOf(contract, arm, context, (values) =>
      this.#actionsAlone(arm).update(caller, element, values, { ...options, mayLackRequired: true }),
    )
  }

  async #createIn(caller: Caller, arm: ContractArm, values: Context): Promise<WrittenElement> {
    const { belongs, source, opened } = arm
    if (belongs === true) return this.#actionsAlone(arm).create(caller, source, values)
    return this.#deps.database.transaction(async (tx) => {
      const written = await new ElementActions(this.#actionDeps(arm), within(tx)).create(caller, source, values)
      if (await isCovered(tx, { app: opened.application.id, id: written.id }, belongs)) return written
      const path = definitionPath(source)
      throw contractFilterUnmet(`the contract contains only elements of ${path} where ${source.where}; this one is not`)
    })
  }

  #actionsAlone(arm: ContractArm): ElementActions {
    return new ElementActions(this.#actionDeps(arm), unitAlone(this.#deps))
  }

  #actionDeps(arm: ContractArm): ActionDeps {
    return { ...this.#deps, open: () => arm.opened }
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
 * Returns a value under the field code of the application. Returns an empty list for the null that was shown in place
 * of a field which the caller may not read in this application.
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
