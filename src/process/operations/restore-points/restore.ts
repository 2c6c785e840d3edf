import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { canonicalJson, isObject } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import { type CheckReferences, contextError, type Programs } from '../../definition/index.ts'
import type { Stimulus, Variables } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { type AnsweredActivity, programOfAnswer, readAnsweredError, readDelegatedAnswer } from '../../work/index.ts'
import {
  answerInvalid,
  restorePointClosed,
  restorePointNotFound,
  restorePointOutdated,
  restorePointUsed,
} from '../errors.ts'
import { givenValues, keepAnswer, type RestorePointRow, restorePoint } from './restore-points.store.ts'

export interface RestoreDeps {
  readonly database: Database
  readonly programs: Pick<Programs, 'get'>
  readonly execution: Pick<Execution, 'deliver'>
  readonly checkReferences: CheckReferences
}

/**
 * Completes the activity that waits at a restore point. `alongside` writes in the same transaction. The same answer
 * again succeeds without any change. Throws a 404 for an unknown restore point, a 409 if the restore point was used
 * with another answer or the answer is outdated, a 410 if it was revoked or has expired, and a 400 for a wrong
 * answer, which leaves the restore point open.
 */
export async function restore(
  deps: RestoreDeps,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: Readonly<Record<string, unknown>> },
  alongside?: (tx: Transaction, point: RestorePointRow) => Promise<void>,
): Promise<void> {
  const point = await find(deps, id)
  const answer = readRestoreAnswer(body)
  const hash = hashOfAnswer(answer)
  if (point.state !== 'open') return repeat(point, hash)
  const { outcome } = await deps.execution.deliver({
    instance: point.instance,
    stimulus: await stimulusOf(deps, caller, point, answer),
    caller,
    async alongside(tx) {
      await keepAnswer(tx, point, hash)
      await alongside?.(tx, point)
    },
  })
  if (outcome === 'outdated')
    throw restorePointOutdated(
      `the variables that restore point "${id}" was asked about have changed; the request has been sent again with ` +
        'the present values. Answer the new request.',
    )
  if (outcome !== 'advanced') repeat(await find(deps, id), hash)
}

async function find({ database }: RestoreDeps, id: string): Promise<RestorePointRow> {
  const point = isUuid(id) ? await restorePoint(database.single, id) : undefined
  if (point === undefined) throw restorePointNotFound(`restore point "${id.slice(0, 100)}" not found`)
  return point
}

async function stimulusOf(
  deps: RestoreDeps,
  caller: Caller,
  point: RestorePointRow,
  answer: RestoreAnswer,
): Promise<Stimulus> {
  const { database, programs } = deps
  const wait = point.id
  if (answer.type === 'error') return { ...answer, type: 'throwError', wait }
  const { loaded } = await programs.get(database.single, point.template, point.version)
  const node = loaded.program.nodes.find(({ id }) => id === point.element)
  if (node === undefined) throw answerInvalid('the activity of the restore point no longer exists')
  const activity = { program: loaded.program, node }
  const variables = readDelegatedAnswer(activity, answer.values)
  await refuseUnseen(deps, caller, point, { activity, variables })
  return { type: 'complete', wait, variables }
}

/**
 * Throws `context.invalid` when the answer refers to something that the caller cannot see and that neither the
 * request nor the variable contained.
 */
async function refuseUnseen(
  { database, checkReferences }: RestoreDeps,
  caller: Caller,
  point: RestorePointRow,
  { activity, variables: values }: { readonly activity: AnsweredActivity; readonly variables: Variables },
): Promise<void> {
  const program = programOfAnswer(activity)
  const unseen = await checkReferences(caller, program, { values })
  if (unseen.length === 0) return
  const { context, input } = await givenValues(database.single, point)
  const present = Object.fromEntries(Object.keys(values).map((name) => [name, [context[name] ?? null, input]]))
  const problems = await checkReferences(caller, program, { values, present: present as Variables })
  if (problems.length > 0) throw contextError(problems)
}

/**
 * Throws for an answer to a restore point that is no longer open, unless the same answer has used the restore point.
 */
function repeat({ id, state, answerHash }: RestorePointRow, hash: string): void {
  if (state === 'used' && answerHash === hash) return
  if (state === 'used') throw restorePointUsed(`restore point "${id}" was used before with another answer`)
  const because = state === 'expired' ? 'the restore point has expired' : 'the process went on without the answer'
  throw restorePointClosed(`restore point "${id}" no longer waits for an answer: ${because}`)
}

/** An answer to a delegated activity: values, or a BPMN error. */
type RestoreAnswer =
  | { readonly type: 'output'; readonly values: Variables }
  | { readonly type: 'error'; readonly code: string; readonly message?: string }

/**
 * Reads `{context}`, `{output}` or `{error: {code, message}}`; an empty body is an empty output. Throws
 * `restore_point.answer_invalid`.
 */
function readRestoreAnswer(body: Readonly<Record<string, unknown>>): RestoreAnswer {
  const given = ['context', 'output', 'error'].filter((name) => body[name] !== undefined && body[name] !== null)
  if (given.length > 1)
    throw answerInvalid(`the answer has ${given.map((name) => `"${name}"`).join(' and ')}; send only one of them`)
  const [name] = given
  if (name === 'error') {
    const error = readAnsweredError(body.error)
    if (error === undefined)
      throw answerInvalid('"error" must be an object with the string "code" and, optionally, the string "message"', {
        field: 'error',
      })
    return { type: 'error', ...error }
  }
  const values = name === undefined ? {} : body[name]
  if (!isObject(values))
    throw answerInvalid(`"${name}" must be an object with the values of variables`, { field: name! })
  return { type: 'output', values }
}

/** Returns a hash that is equal for equal answers, regardless of the order of their keys. */
function hashOfAnswer(answer: RestoreAnswer): string {
  return createHash('sha256').update(canonicalJson(answer)).digest('hex')
}
