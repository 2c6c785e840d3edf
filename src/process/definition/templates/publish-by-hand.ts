import type { Apps } from '../../../data/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { type ModelProblem, ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath, lockDefinitions, raiseCatalog } from '../../../solutions/index.ts'
import type { CompiledFile } from './compile-template.ts'
import { processInvalid } from './errors.ts'
import { checkPlace, compileFor, examineFile } from './examine-file.ts'
import { type ArmStarts, publishFile } from './publish-file.ts'
import type { TemplateCatalog } from './template-catalog.ts'

export interface PublishedFile {
  readonly bytes: Uint8Array
  readonly comment?: string | undefined
}

export interface PublishResult {
  readonly version: number
  /** Whether the file created a new version or reactivated a retired template. */
  readonly changed: boolean
  /** The warnings of the file; see `examineFile`. */
  readonly warnings: readonly ModelProblem[]
}

export interface PublishDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Apps
  readonly armStarts: ArmStarts
  /** The names of the secrets that activities can use; undefined when they are not known. */
  readonly secrets?: readonly string[]
  /** Whether a part of an expression that can only be null prevents the publication. */
  readonly areExpressionsStrict?: boolean | undefined
}

/** Publishes a BPMN file by hand; see `Templates.publish`. */
export type Publish = (caller: Caller, address: Address, file: PublishedFile) => Promise<PublishResult>

export function createPublish(
  { database, clock, apps, armStarts, secrets, areExpressionsStrict }: PublishDeps,
  catalog: TemplateCatalog,
): Publish {
  return async (caller, address, { bytes, comment }) => {
    checkPlace(apps, caller, address)
    const file = await compileForPublish(address, bytes)
    const stamp = { by: caller.userId, at: new Date(clock.nowMs()) }
    const { published, warnings } = await database.transaction(async (tx) => {
      await lockDefinitions(tx)
      const { problems, warnings } = await examineFile(tx, { address, file, catalog, secrets, areExpressionsStrict })
      if (problems.length > 0) throw refusal(new ModelRefused(problems))
      const published = await publishFile(tx, { ...address, file, comment }, { stamp, armStarts })
      if (published.changed) {
        const before = { version: published.before }
        const after = { version: published.version, hash: file.hash, comment: comment ?? '' }
        const object = `process:${definitionPath(address)}`
        await recordAudit(tx, caller, { object, ...(published.before > 0 && { before }), after })
        await raiseCatalog(tx)
      }
      return { published, warnings }
    })
    await catalog.refresh()
    return { version: published.version, changed: published.changed, warnings }
  }
}

/** Compiles a file. Throws `process.invalid` with the problems of `compileFor`. */
export async function compileForPublish(address: Address, bytes: Uint8Array): Promise<CompiledFile> {
  try {
    return await compileFor(address, bytes)
  } catch (error) {
    if (error instanceof ModelRefused) throw refusal(error)
    throw error
  }
}

const refusal = (refused: ModelRefused) =>
  processInvalid(refused.message, { problems: refused.problems }, { cause: refused })

/** A problem of a file: an error prevents publishing, a warning does not. */
interface CheckedProblem extends ModelProblem {
  readonly severity: 'error' | 'warning'
}

/**
 * Checks a BPMN file as publishing would, and changes nothing. Throws a 404 for an unknown namespace or application.
 */
export type CheckByHand = (caller: Caller, address: Address, bytes: Uint8Array) => Promise<readonly CheckedProblem[]>

export function createCheckByHand(deps: PublishDeps, catalog: TemplateCatalog): CheckByHand {
  return async (caller, address, bytes) => {
    checkPlace(deps.apps, caller, address)
    try {
      const file = await compileFor(address, bytes)
      const { problems, warnings } = await examineFile(deps.database.reader, {
        address,
        file,
        catalog,
        secrets: deps.secrets,
        areExpressionsStrict: deps.areExpressionsStrict,
      })
      return [...of('error', problems), ...of('warning', warnings)]
    } catch (error) {
      if (error instanceof ModelRefused) return of('error', error.problems)
      throw error
    }
  }
}

const of = (severity: CheckedProblem['severity'], problems: readonly ModelProblem[]): CheckedProblem[] =>
  problems.map((problem) => ({ ...problem, severity }))
