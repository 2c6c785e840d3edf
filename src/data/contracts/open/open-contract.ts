import {
  type Authority,
  authorize,
  everyFilter,
  type Right,
  type RightsHolder,
  type RowFilter,
  type RuledRows,
  rulesGround,
} from '../../../access/index.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Caller } from '../../../people/index.ts'
import { type Predicate, predicate, type UnitedSource } from '../../../query/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import type { OpenedApplication } from '../../elements/source/opened-application.ts'
import { contractNotFound } from '../../errors.ts'
import type { OpenApplications } from '../../open-application.ts'
import type { Contract, ContractSource } from '../definition/contract.ts'
import { type ContractRight, rightsOfContracts } from '../definition/contract-schema.ts'
import { armSource, rulesSource } from '../source/arm-source.ts'
import { contractCatalog, type LiveContract } from './contract-catalog.ts'

/** A contract opened for a caller, with the sources whose applications are visible to the caller. */
export interface OpenedContract {
  readonly contract: Contract
  readonly arms: readonly ContractArm[]
}

/** One source of a contract, opened for a caller. */
export interface ContractArm {
  readonly source: ContractSource
  /** The elements that belong to the contract and that the caller may see, in the fields of the contract. */
  readonly rows: UnitedSource
  /** The elements that belong to the contract, regardless of the caller. */
  readonly belongs: RowFilter
  /**
   * The application, opened for writing the elements in `rows`, with the rights that both the application and the
   * contract give. Written elements are returned in the fields of the contract.
   */
  readonly opened: OpenedApplication
}

/**
 * Opens a contract for a caller. Throws `contract.not_found` when the caller cannot see the contract and one of its
 * applications.
 */
type OpenContract = (caller: Caller, address: Address) => OpenedContract

/** The functions that open contracts and tell whether a contract is visible to a caller. */
export interface ContractAccess {
  readonly open: OpenContract
  /** Returns whether the caller can see a contract and at least one of its applications. */
  knows(caller: Caller, address: Address): boolean
}

type Deps = Pick<OpenApplications, 'open' | 'known' | 'rulesOf'> & { readonly catalog: ApplicationCatalog }

/** Creates the access to contracts. Only this module decides which elements of a contract a caller can reach. */
export function openContracts({ catalog, open, known, rulesOf }: Deps): ContractAccess {
  const contracts = contractCatalog(catalog)
  // `open` returns the same object for the same caller and rules (see `openApplications`), and arms are cached by that
  // object.
  const kept = new WeakMap<OpenedApplication, WeakMap<LiveContract, { readonly arm: ContractArm | undefined }>>()

  function openArms(caller: Caller, live: LiveContract): ContractArm[] {
    const ids = new Set(known(caller).map(({ id }) => id))
    const opened = live.contract.sources.flatMap((source) => {
      const application = catalog.application(source.namespace, source.code)
      return application !== undefined && ids.has(application.id) ? [{ source, opened: open(caller, source) }] : []
    })
    const visible = visibleFields(live.contract, opened)
    return opened.flatMap((one) => keptArm(caller, live, { ...one, visible }) ?? [])
  }

  function keptArm(caller: Caller, live: LiveContract, source: KnownSource): ContractArm | undefined {
    const { opened } = source
    const arms = kept.get(opened) ?? new WeakMap()
    const found = arms.get(live) ?? { arm: openArm(caller, live, source) }
    kept.set(opened, arms.set(live, found))
    return found.arm
  }

  function openArm(
    caller: Caller,
    { contract, access }: LiveContract,
    { source, opened, visible }: KnownSource,
  ): ContractArm | undefined {
    const rules = rulesOf(opened.application)
    const ruled = { ...rules.ruled, path: definitionPath(contract), fields: contract.fields }
    const all = rulesSource(contract, source, rules.source)
    const authority = contractAuthority(caller, { ...rules, ruled, access, source: all, rights: rightsOfContracts })
    if (!authority.knows) return undefined
    const belongs = filterOf(source, rules)
    const shown = everyFilter([belongs, authority.rows('view')])
    const rows = armSource(contract, source, opened.source, { shown, visible })
    const { scope, narrowed, whole } = rows
    const narrow = {
      source: { ...opened.source, scope, narrowed, whole },
      authority: both(opened.authority, authority),
    }
    return { source, rows, belongs, opened: { ...opened, ...narrow } }
  }

  function openContract(caller: Caller, address: Address): OpenedContract {
    const live = contracts.contract(address)
    const arms = live === undefined ? [] : openArms(caller, live)
    if (live !== undefined && arms.length > 0) return { contract: live.contract, arms }
    const path = definitionPath(address).slice(0, 200)
    const paths = contracts.contracts().filter((one) => openArms(caller, one).length > 0)
    const hint = didYouMean(
      path,
      paths.map(({ contract }) => definitionPath(contract)),
    )
    throw contractNotFound(`contract "${path}" not found${hint}`)
  }

  return {
    open: openContract,
    knows(caller, address) {
      const live = contracts.contract(address)
      return live !== undefined && openArms(caller, live).length > 0
    },
  }
}

interface KnownSource {
  readonly source: ContractSource
  readonly opened: OpenedApplication
  readonly visible: ReadonlySet<string>
}

/** Returns the codes of the contract's fields that the caller may read in at least one application. */
function visibleFields(contract: Contract, opened: readonly Omit<KnownSource, 'visible'>[]): Set<string> {
  const isVisible = (code: string): boolean =>
    opened.some(({ source, opened: { visible } }) => visible.fields.has(source.mapping.get(code)!))
  return new Set([...contract.fields.keys()].filter(isVisible))
}

/**
 * Returns the rights that the rules of a contract give. Grants for single elements belong to the application and do not
 * widen these rights.
 */
function contractAuthority(caller: RightsHolder, about: RuledRows<ContractRight>): Authority<ContractRight> {
  const { id } = about.ruled
  return authorize(caller, { space: id, rights: about.rights, grounds: (holder) => [rulesGround(holder, about)] })
}

/** Returns the rights that the application and the contract both give. */
function both(application: Authority, contract: Authority<ContractRight>): Authority {
  return {
    ...application,
    rows(right) {
      const needed = neededOf(right)
      return needed === undefined ? false : everyFilter([application.rows(right), contract.rows(needed)])
    },
  }
}

/**
 * Returns the right to a contract that a right to elements requires in addition; undefined when contracts never give
 * the right to elements.
 */
function neededOf(right: Right): ContractRight | undefined {
  if (right === 'view' || right === 'create' || right === 'edit') return right
  return right === 'delete' ? 'edit' : undefined
}

/** Returns the elements that meet the filter of a source. The filter is evaluated regardless of the caller's rights. */
function filterOf(
  { condition }: ContractSource,
  { source, setting }: Pick<RuledRows<string>, 'source' | 'setting'>,
): RowFilter {
  if (condition === undefined) return true
  return (row): Predicate => predicate(condition, source, row, { ...setting(), callerId: nilId })
}
