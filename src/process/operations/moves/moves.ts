import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import type { Address } from '../../../solutions/index.ts'
import type { Programs, PublishedVersion } from '../../definition/index.ts'
import type { Environment } from '../../engine/index.ts'
import type { Execution, FoundInstance, InstanceStates, StateChange } from '../../execution/index.ts'
import { mappingInvalid, moveRefused, selectionMissing } from '../errors.ts'
import { MoveDecisions } from './decide-move.ts'
import { countOf, type InstanceSelection, idsOf, newestVersion, refreshTaskRows, versionsOf } from './moves.store.ts'
import type { MoveReason } from './reasons.ts'
import type { MovedTask } from './refresh-tasks.ts'
import { shownTo, withoutQuotes } from './shown-reasons.ts'
import type { Mapping } from './version-map.ts'

export interface MoveRequest {
  /** Version to move to; the newest version if absent. */
  readonly version?: number | undefined
  readonly mapping?: Mapping | undefined
}

export interface MoveTarget {
  readonly version: PublishedVersion
  readonly mapping: Mapping
}

/** The result for one instance. */
export interface MoveResult {
  readonly instance: string
  readonly outcome: 'moved' | 'current' | 'blocked' | 'notFound'
  readonly reasons: readonly MoveReason[]
}

export interface PreviewRequest extends MoveRequest, Omit<InstanceSelection, 'template'> {
  readonly size?: number | undefined
  /** Value of `next` of the previous page. */
  readonly cursor?: string | undefined
}

interface PreviewedInstance {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly outcome: 'moves' | 'current' | 'blocked'
  readonly reasons: readonly MoveReason[]
}

/** The result of a preview. The counts by outcome are those of the page. */
export interface Preview {
  readonly version: number
  /** Number of selected instances. */
  readonly total: number
  readonly moves: number
  readonly current: number
  readonly blocked: number
  readonly instances: readonly PreviewedInstance[]
  readonly next: string | null
}

export interface MovesDeps {
  readonly database: Database
  readonly programs: Programs
  readonly execution: Pick<Execution, 'enqueue'>
  readonly states: InstanceStates
  readonly environment: () => Environment
  /** Returns a template that the caller administers. Throws 404 and 403. */
  readonly openTemplate: (caller: Caller, address: Address) => Promise<{ id: string }>
  /** Returns an instance that the caller administers. Throws 404 and 403. */
  readonly open: (caller: Caller, instance: string, what: string) => Promise<{ id: string; template: string }>
  /** Creates the 404 error for a version that does not exist. */
  readonly versionMissing: (template: string, version: number) => Error
}

const defaultPage = 100
const maxPage = 1_000
/** Maximum number of earlier versions that are searched for the elements of a repeated mapping. */
const maxEarlierVersions = 50

/** Moves running instances to other versions of their templates. */
export class Moves {
  readonly #deps: MovesDeps

  constructor(deps: MovesDeps) {
    this.#deps = deps
  }

  /** Moves an instance that the caller administers. Throws `instance.move_refused` with the reasons. */
  async one(caller: Caller, instance: string, request: MoveRequest = {}): Promise<void> {
    const { id, template } = await this.#deps.open(caller, instance, 'move it to another version')
    const given = await this.target({ template, instanceIds: [id] }, request)
    await this.#deps.database.transaction(async (tx) => {
      const [result] = await shownTo(caller, tx, await this.#moveIn(tx, caller, { ids: [id], target: given }))
      if (result!.outcome === 'blocked') throw refusal(id, result!.reasons)
      if (result!.outcome !== 'moved') return
      const after = { version: given.version.version, ...given.mapping }
      await recordAudit(tx, caller, { object: `instance:${id}`, after })
    })
  }

  /**
   * Returns which selected instances of a template can move, without any change. The caller must administer the
   * template.
   */
  async preview(
    caller: Caller,
    address: Address,
    { size = defaultPage, cursor, version, mapping, ...selected }: PreviewRequest,
  ): Promise<Preview> {
    const { reader } = this.#deps.database
    const { id: template } = await this.#deps.openTemplate(caller, address)
    const selection = { template, ...selected }
    requireSelection(selection)
    const given = await this.target(selection, { version, mapping })
    const limit = Math.min(size, maxPage)
    const after = cursor !== undefined && isUuid(cursor) ? cursor : undefined
    const ids = await idsOf(reader, selection, { after, size: limit })
    const decisions = new MoveDecisions(given.version, given.mapping, this.#deps.environment())
    const found = (await this.#deps.states.read(reader, ids)).map((one) => previewed(one, decisions))
    const instances = (await shownTo(caller, reader, found)).map(({ instance: id, ...rest }) => ({ id, ...rest }))
    const count = (outcome: PreviewedInstance['outcome']) =>
      instances.filter((instance) => instance.outcome === outcome).length
    return {
      version: given.version.version,
      total: await countOf(reader, selection),
      moves: count('moves'),
      current: count('current'),
      blocked: count('blocked'),
      instances,
      next: ids.length < limit ? null : ids.at(-1)!,
    }
  }

  /**
   * Returns the version to move to. Throws a 404 for an unknown version, and `process.mapping_invalid` for a mapping
   * that names an element which no selected instance has.
   */
  async target(selection: InstanceSelection, { version, mapping = {} }: MoveRequest): Promise<MoveTarget> {
    const { template } = selection
    const { database, programs, versionMissing } = this.#deps
    const newest = await newestVersion(database.reader, template)
    const wanted = version ?? newest
    if (wanted < 1 || wanted > newest) throw versionMissing(template, wanted)
    const found = await programs.get(database.reader, template, wanted)
    await this.#checkMapping(selection, mapping, wanted)
    return { version: found, mapping }
  }

  /**
   * Moves instances of the target's template in one transaction. Each instance moves completely or stays unchanged.
   */
  all(caller: Caller, ids: readonly string[], given: MoveTarget): Promise<readonly MoveResult[]> {
    return this.#deps.database.transaction(async (tx) =>
      withoutQuotes(tx, await this.#moveIn(tx, caller, { ids, target: given })),
    )
  }

  /**
   * Throws when the mapping names an element that no selected instance has in its version. If an instance already has
   * the new version, the mapping may also name elements of earlier versions, because the instance may have moved by
   * the same mapping.
   */
  async #checkMapping(selection: InstanceSelection, mapping: Mapping, wanted: number): Promise<void> {
    const sources = Object.keys(mapping)
    if (sources.length === 0) return
    const { reader } = this.#deps.database
    const known = new Set<string>()
    const addAll = async (version: number): Promise<void> => {
      const { nodes, flows } = (await this.#deps.programs.get(reader, selection.template, version)).loaded.program
      for (const { id } of [...nodes, ...flows]) known.add(id)
    }
    const find = () => (known.size === 0 ? undefined : sources.find((source) => !known.has(source)))
    const versions = await versionsOf(reader, selection)
    for (const version of versions) await addAll(version)
    const oldest = versions.includes(wanted) ? Math.max(wanted - maxEarlierVersions, 1) : wanted
    for (let version = wanted - 1; version >= oldest && find() !== undefined; version--) await addAll(version)
    const unknown = find()
    if (unknown === undefined) return
    const message = `no selected instance has the element "${unknown.slice(0, 100)}" in its version`
    throw mappingInvalid(message, { field: unknown.slice(0, 100) })
  }

  async #moveIn(
    tx: Transaction,
    caller: Caller,
    { ids, target }: { readonly ids: readonly string[]; readonly target: MoveTarget },
  ): Promise<readonly MoveResult[]> {
    const decisions = new MoveDecisions(target.version, target.mapping, this.#deps.environment())
    const results = new Map<string, MoveResult>()
    const tasks: (MovedTask & { readonly instance: string })[] = []
    const resumed: string[] = []
    const decide = (found: FoundInstance): StateChange | undefined => {
      const instance = found.facts.id
      if (found.facts.template !== target.version.template) return undefined
      const decision = decisions.of(found)
      if (decision.outcome !== 'moves') {
        const reasons = decision.outcome === 'blocked' ? decision.reasons : []
        results.set(instance, { instance, outcome: decision.outcome, reasons })
        return undefined
      }
      const { moved } = decision
      results.set(instance, { instance, outcome: 'moved', reasons: [] })
      tasks.push(...moved.tasks.map((task) => ({ ...task, instance })))
      if (moved.needsResume) resumed.push(instance)
      const cause = { type: 'move', from: found.version.version, to: target.version.version, archived: moved.archived }
      return { version: target.version, state: moved.state, effects: moved.effects, cause }
    }
    await this.#deps.states.replaceAll(tx, ids, { caller, of: decide })
    await refreshTaskRows(tx, tasks)
    for (const instance of resumed)
      await this.#deps.execution.enqueue(tx, { instance, stimulus: { type: 'resume' }, by: caller.userId })
    return ids.map((instance) => results.get(instance) ?? { instance, outcome: 'notFound', reasons: [] })
  }
}

/** Throws when the request selects no instances. */
export function requireSelection({ instanceIds, updateAllActive }: Omit<InstanceSelection, 'template'>): void {
  if (updateAllActive === true || instanceIds !== undefined) return
  throw selectionMissing('name the instances in "instanceIds", or send "updateAllActive": true', {
    field: 'instanceIds',
  })
}

function previewed(
  found: FoundInstance,
  decisions: MoveDecisions,
): Omit<PreviewedInstance, 'id'> & { instance: string } {
  const decision = decisions.of(found)
  const reasons = decision.outcome === 'blocked' ? decision.reasons : []
  const { id, name } = found.facts
  return { instance: id, name, version: found.version.version, outcome: decision.outcome, reasons }
}

function refusal(id: string, reasons: readonly MoveReason[]): Error {
  const [first] = reasons
  const more = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : ''
  const place = first!.element === '' ? '' : `${first!.element}: `
  return moveRefused(`instance ${id} cannot move: ${place}${first!.message}${more}`, { reasons })
}
