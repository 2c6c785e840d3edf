import type { HeldVersion } from '../../../files/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { maxShown } from '../../../foundation/kit/errors.ts'
import { isUuid, newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetElementDeleted, sheetRunning, sheetWrongFile, sheetWrongRoute } from '../errors.ts'
import {
  checkQuorum,
  checkStages,
  type OverdueInput,
  readOverdue,
  readStage,
  type StageInput,
} from '../route/read-route.ts'
import type { Route, SheetType } from '../route/route.ts'
import { approversOf, insertRespondents } from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import {
  filesOfElement,
  insertSheet,
  isInApproval,
  lockElement,
  lockSheet,
  type StoredRoute,
} from '../rows/sheet-rows.store.ts'
import type { SubjectRef } from '../rows/users-of-subjects.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { findRespondents } from './find-respondents.ts'
import { settle } from './settle.ts'

export interface StartInput {
  readonly type: SheetType
  readonly namespace: string
  readonly code: string
  readonly elementId: string
  /** The file to answer about; may be absent when the element has only one file. */
  readonly fileId?: string | undefined
  readonly subject?: string | undefined
  readonly comment?: string | undefined
  readonly stages: readonly (StageInput & {
    readonly respondents: readonly SubjectRef[]
    readonly due?: string | undefined
    readonly overdue?: OverdueInput | undefined
  })[]
  readonly onRejection?: Route['onRejection'] | undefined
  readonly calendar?: string | undefined
  readonly remindBefore?: string | undefined
  /** Whether users who approved the same version in an earlier sheet are not asked again; true by default. */
  readonly skipApproved?: boolean | undefined
  /** Whether the initiator may be a respondent of an approval; true by default. */
  readonly initiatorMayApprove?: boolean | undefined
  /** The process activity that waits for the end of the sheet. */
  readonly process?: {
    readonly instance: string
    readonly name: string
    readonly wait: string
    readonly activity: string
  }
}

const maxSubjectChars = 1_000

/**
 * Starts a sheet about the current version of a file of an element and returns its id. Requires the right to edit the
 * element. Throws `element.not_found`, `request.not_allowed` and the errors of sheets.
 */
export async function startSheet(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  input: StartInput,
): Promise<string> {
  const { clock, apps } = context
  const now = new Date(clock.nowMs())
  const address = { namespace: input.namespace, code: input.code, id: input.elementId }
  const { app, name, isDeleted } = await apps.elements.require(tx, caller, address, 'edit')
  if (isDeleted) throw sheetElementDeleted('the element is deleted; restore it before you start a sheet')
  const route = readRoute(context, input, now)
  const about = { app, element: address.id.toLowerCase() }
  const document = await findDocument(context, tx, caller, { ...about, fileId: input.fileId })
  await lockElement(tx, about)
  const isApproval = input.type === 'approval'
  if (isApproval && (await isInApproval(tx, document.id)))
    throw sheetRunning(`an approval of the file "${document.name}" is already in progress`)
  const { sha256 } = document
  const skips = isApproval && input.skipApproved !== false
  const respondents = await findRespondents(tx, {
    stages: input.stages,
    excluded: isApproval && !route.initiatorMayApprove ? caller.userId : undefined,
    skipped: skips ? await approversOf(tx, { ...about, file: document.id, sha256 }) : new Set(),
  })
  for (const [stage, rules] of route.stages.entries())
    checkQuorum(rules, respondents.filter((one) => one.stage === stage).length, `stages[${stage}]`)

  const id = newId()
  const sheet = {
    id,
    ...about,
    type: input.type,
    subject: (input.subject ?? name ?? document.name).slice(0, maxSubjectChars),
    comment: input.comment ?? null,
    file: document.id,
    fileName: document.name,
    version: document.version,
    sha256,
    route,
    createdBy: caller.userId,
    instance: input.process?.instance ?? null,
    instanceName: input.process?.name ?? null,
    wait: input.process?.wait ?? null,
    activity: input.process?.activity ?? null,
  }
  await insertSheet(tx, sheet, now)
  await insertRespondents(tx, sheet, respondents, now)
  const { type, file, version } = sheet
  const facts = { type, file, version, sha256, respondents: respondents.map(({ userId }) => userId) }
  await insertSheetEvent(tx, id, { kind: 'started', by: caller.userId, details: facts }, now)
  await recordAudit(tx, caller, { object: `sheet:${id}`, after: { ...about, ...facts, state: 'inProgress' } })
  await settle(context, tx, (await lockSheet(tx, id))!, caller.userId)
  return id
}

/** Returns the route of a new sheet. Throws `sheet.wrong_route`. */
function readRoute({ dueTimes }: SheetContext, input: StartInput, now: Date): StoredRoute {
  const { type, calendar, remindBefore, onRejection = 'stop', initiatorMayApprove = true } = input
  const stages = input.stages.map(({ due, overdue: rule, ...rules }, index) => {
    const field = `stages[${index}]`
    const overdue = rule && readOverdue(type, rule, { due, field: `${field}.overdue` })
    const stage = { ...readStage(type, rules, field), ...(overdue && { overdue }) }
    if (due === undefined) return stage
    const dueAt = checked(`${field}.due`, () => dueTimes.dueAt(due, now, calendar))
    if (remindBefore !== undefined) checked('remindBefore', () => dueTimes.before(dueAt, remindBefore, calendar))
    return { ...stage, due }
  })
  checkStages({ type, stages })
  if (remindBefore !== undefined && input.stages.every(({ due }) => due === undefined))
    throw sheetWrongRoute('"remindBefore" is relative to the due date, but no stage has one', { field: 'remindBefore' })
  return {
    onRejection,
    stages,
    initiatorMayApprove,
    ...(calendar !== undefined && { calendar }),
    ...(remindBefore !== undefined && { remindBefore }),
  }
}

function checked(field: string, compute: () => Date): Date {
  try {
    return compute()
  } catch (error) {
    throw sheetWrongRoute(error instanceof Error ? error.message : String(error), { field })
  }
}

/**
 * Returns the file that a sheet is about with its current version, which stays current until the transaction ends:
 * the named file, or else the only file of the element. Throws `sheet.wrong_file` or `files.not_found`.
 */
async function findDocument(
  { files }: SheetContext,
  tx: Transaction,
  caller: Caller,
  about: { readonly app: string; readonly element: string; readonly fileId?: string | undefined },
): Promise<HeldVersion> {
  const ofElement = await filesOfElement(tx, about)
  const unseen = ofElement.length === 0 ? [] : await files.unseen(tx, caller, ofElement)
  const fileIds = ofElement.filter((id) => !unseen.includes(id))
  const shown = { fileIds: fileIds.slice(0, maxShown) }
  const given = about.fileId?.toLowerCase()
  if (given === undefined && fileIds.length !== 1) {
    const count = fileIds.length === 0 ? 'no file' : 'several files'
    const advice = fileIds.length === 0 ? 'add the document to a field of the element' : 'name one with fileId'
    throw sheetWrongFile(`the element has ${count}; ${advice}`, { field: 'fileId', ...shown })
  }
  if (given !== undefined && !(isUuid(given) && fileIds.includes(given)))
    throw sheetWrongFile(`the element does not hold the file "${given.slice(0, 100)}"`, { field: 'fileId', ...shown })
  return files.versions.hold(tx, caller, given ?? fileIds[0]!)
}
