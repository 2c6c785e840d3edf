import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import {
  type CheckReferences,
  contextError,
  namesOfHidden,
  type Programs,
  readProcessContext,
  withoutHiddenNulls,
} from '../../definition/index.ts'
import type { Execution } from '../../execution/index.ts'
import { commentMissing, instanceFinished } from '../errors.ts'
import type { InstanceTemplates } from './instance-templates.ts'
import { lockContext } from './instances.store.ts'
import { type OpenInstance, requireAdministered } from './open-instance.ts'
import { isSystemKey } from './run-input.ts'

export interface ContextChange {
  readonly comment: string
  readonly context: Readonly<Record<string, unknown>>
}

export interface ChangeDeps {
  readonly database: Database
  readonly open: OpenInstance
  readonly templates: Pick<InstanceTemplates, 'mayInitiatorInterrupt' | 'hidden'>
  readonly programs: Programs
  readonly execution: Execution
  readonly checkReferences: CheckReferences
}

export const maxCommentChars = 2000

/**
 * Merges variables into the context of a running instance; null clears a variable. Evaluates conditional events again.
 * Allowed for administrators of the process. `comment` is required.
 */
export async function changeContext(
  deps: ChangeDeps,
  caller: Caller,
  id: string,
  { comment, context }: ContextChange,
): Promise<void> {
  const { database, open, templates, programs, execution, checkReferences } = deps
  const opened = await open(caller, id)
  requireAdministered(opened, 'change its context')
  if (opened.hasEnded) throw finished(opened.id)
  const because = readComment(comment)
  if (because === '')
    throw commentMissing('"comment" is required; give the reason for the change of the context', {
      field: 'comment',
    })
  const given = Object.fromEntries(Object.entries(context).filter(([key]) => !isSystemKey(key)))
  const { loaded } = await programs.get(database.reader, opened.template, opened.version)
  await database.transaction(async (tx) => {
    const before = await lockContext(tx, opened.id)
    const own = withoutHiddenNulls(given, await namesOfHidden(tx, templates.hidden(caller), opened.id))
    const variables = readProcessContext(loaded.program, own, { at: 'change', present: before })
    const problems = await checkReferences(caller, loaded.program, {
      values: variables,
      present: before,
      reader: tx,
    })
    if (problems.length > 0) throw contextError(problems)
    const stimulus = { type: 'setVariables', variables, comment: because } as const
    const { outcome } = await execution.deliverIn(tx, { instance: opened.id, stimulus, caller })
    if (outcome !== 'advanced') throw finished(opened.id)
    const old = Object.fromEntries(Object.keys(variables).map((key) => [key, before[key] ?? null]))
    const object = `instance:${opened.id}`
    await recordAudit(tx, caller, { object, before: old, after: { ...variables, comment: because } })
  })
}

/**
 * Ends a running instance permanently. Allowed for administrators of the process, and for the initiator if the settings
 * of the template say so. Interrupting an interrupted instance changes nothing.
 */
export async function interrupt(deps: ChangeDeps, caller: Caller, id: string, comment = ''): Promise<void> {
  const { open, templates, execution } = deps
  const opened = await open(caller, id)
  const reason = readComment(comment)
  const isOwn = opened.isInitiator && templates.mayInitiatorInterrupt(opened.template)
  if (!isOwn) requireAdministered(opened, 'interrupt it')
  if (opened.state === 'cancel') return
  if (opened.hasEnded) throw finished(opened.id)
  const audit = { object: `instance:${opened.id}`, before: { state: opened.state } }
  const after = { state: 'cancel', ...(reason !== '' && { comment: reason }) }
  const alongside = (tx: Transaction) => recordAudit(tx, caller, { ...audit, after })
  const stimulus = { type: 'interrupt', reason } as const
  const { outcome } = await execution.deliver({ instance: opened.id, stimulus, caller, alongside })
  if (outcome !== 'advanced' && (await open(caller, id)).state !== 'cancel') throw finished(opened.id)
}

/** Returns a comment without surrounding spaces. */
function readComment(comment: string): string {
  return comment.trim()
}

function finished(id: string): Error {
  return instanceFinished(`process instance ${id} has already ended`)
}
