import type { PublishedVersion } from '../../definition/index.ts'
import type { Environment } from '../../engine/index.ts'
import type { FoundInstance } from '../../execution/index.ts'
import { type Moved, Mover } from './move-state.ts'
import type { MoveReason } from './reasons.ts'
import type { Mapping } from './version-map.ts'

export type Decision =
  | { readonly outcome: 'moves'; readonly moved: Moved }
  /** The instance already has the version. */
  | { readonly outcome: 'current' }
  | { readonly outcome: 'blocked'; readonly reasons: readonly MoveReason[] }

/** Decides whether instances of any version can move to one version. */
export class MoveDecisions {
  readonly #target: PublishedVersion
  readonly #mapping: Mapping
  readonly #environment: Environment
  readonly #movers = new Map<number, Mover>()

  constructor(target: PublishedVersion, mapping: Mapping, environment: Environment) {
    this.#target = target
    this.#mapping = mapping
    this.#environment = environment
  }

  of({ version, state }: FoundInstance): Decision {
    const target = this.#target
    if (state.status === 'running' && version.version === target.version) return { outcome: 'current' }
    if (version.version > target.version) {
      const message = `the instance has version ${version.version}, which is newer than ${target.version}`
      return { outcome: 'blocked', reasons: [{ code: 'NOT_NEWER', element: '', tokens: 0, message }] }
    }
    const result = this.#mover(version).move(state, this.#environment)
    if ('refused' in result) return { outcome: 'blocked', reasons: result.refused }
    return { outcome: 'moves', moved: result }
  }

  #mover({ version, loaded }: PublishedVersion): Mover {
    const known = this.#movers.get(version) ?? new Mover(loaded, this.#target.loaded, this.#mapping)
    this.#movers.set(version, known)
    return known
  }
}
