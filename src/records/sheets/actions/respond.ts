import { recordUse } from '../../../files/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { within } from '../../../foundation/db/unit-of-work.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { sheetEnded, sheetNotAllowed, sheetWrongAnswer, sheetWrongFile } from '../errors.ts'
import { type Answer, answersOf } from '../route/route.ts'
import { endRespondent } from '../rows/respondent-rows.store.ts'
import { insertSheetEvent } from '../rows/sheet-events.store.ts'
import { documentLoss, type SheetRow } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'
import { reasonOf } from './cancel-sheet.ts'
import { lockVisible, turnOfCaller } from './on-sheet.ts'
import { settle } from './settle.ts'

export interface AnswerInput {
  readonly answer: Answer
  readonly comment?: string | undefined
  /** A file of the answer: the id of a file, or an upload of the caller. */
  readonly file?: string | { readonly hash: string; readonly name?: string | undefined } | undefined
  /** The respondent to answer for; needed when the caller substitutes for several respondents. */
  readonly respondentId?: string | undefined
}

/**
 * Answers a sheet as a respondent or as a substitute of one. Throws `sheet.not_found`, `sheet.not_allowed`,
 * `sheet.ended`, `sheet.not_pending`, `sheet.wrong_respondent`, `sheet.wrong_answer` or `sheet.wrong_file`.
 */
export async function respond(
  context: SheetContext,
  tx: Transaction,
  caller: Caller,
  { id, answer, comment, file, respondentId }: AnswerInput & { readonly id: string },
): Promise<void> {
  const now = new Date(context.clock.nowMs())
  const locked = await lockVisible(context, tx, caller, id)
  const { sheet } = locked
  const { respondent, acting } = turnOfCaller(caller, locked, respondentId)
  await requireDocument(tx, sheet)
  checkAnswer(sheet, answer, comment)
  const isByInitiator = caller.userId === sheet.createdBy
  if (sheet.type === 'approval' && isByInitiator && !sheet.route.initiatorMayApprove)
    throw sheetNotAllowed('the initiator may not answer this sheet, not even as a substitute')
  const answerFile = file === undefined ? undefined : await attachFile(context, tx, caller, { sheet, file })

  await endRespondent(tx, respondent, { state: answer, substitute: substituteOf(acting), comment, answerFile }, now)
  const { version, sha256 } = sheet
  const details = {
    answer,
    version,
    sha256,
    ...(comment !== undefined && { comment }),
    ...(answerFile && { answerFile }),
  }
  const event = { kind: 'answered', ...acting, respondent: respondent.id, details } as const
  await insertSheetEvent(tx, sheet.id, event, now)
  await recordAudit(tx, caller, {
    object: `sheet:${sheet.id}`,
    after: { respondent: respondent.userId, ...details, ...(acting.onBehalfOf && { onBehalfOf: acting.onBehalfOf }) },
  })
  await settle(context, tx, sheet, caller.userId)
}

/** Throws when the document of the sheet was deleted or replaced. The sheet itself is cancelled shortly afterwards. */
async function requireDocument(tx: Transaction, sheet: SheetRow): Promise<void> {
  const loss = await documentLoss(tx, sheet)
  if (loss !== undefined) throw sheetEnded(`the sheet is being cancelled: ${reasonOf[loss]}`)
}

const substituteOf = ({ by, onBehalfOf }: { readonly by: string; readonly onBehalfOf?: string }) =>
  onBehalfOf === undefined ? undefined : by

/** The answers that need a comment, and what the comment says. `sheet-task-source.ts` says the same of the exits. */
const commentOf: Partial<Record<Answer, string>> = {
  approvedWithRemarks: 'an approval with remarks needs the remarks',
  rejected: 'a rejection needs the reason',
}

/** Throws `sheet.wrong_answer` when a sheet does not take the answer, or when the answer lacks a comment. */
export function checkAnswer({ type }: SheetRow, answer: Answer, comment: string | undefined): void {
  const allowed: readonly Answer[] = answersOf[type]
  if (!allowed.includes(answer))
    throw sheetWrongAnswer(`a sheet of ${type} takes ${allowed.join(', ')}, not ${answer}`, { field: 'answer' })
  const needed = commentOf[answer]
  if (needed !== undefined && (comment ?? '').trim() === '')
    throw sheetWrongAnswer(`${needed} in "comment"`, { field: 'comment' })
}

/**
 * The name that stands for a field in the uses of files of answers. It lets readers of the element read these files.
 */
const usedIn = '__sheets'

/** Makes a file a part of an answer and returns its id. An upload becomes a file in the folder of the element. */
async function attachFile(
  { files, apps }: SheetContext,
  tx: Transaction,
  caller: Caller,
  { sheet: { app, element }, file }: { readonly sheet: SheetRow; readonly file: NonNullable<AnswerInput['file']> },
): Promise<string> {
  const use = async (id: string): Promise<string> => {
    await recordUse(tx, { app, element, field: usedIn, file: id })
    return id
  }
  if (typeof file === 'string') {
    if (!isUuid(file) || (await files.unseen(tx, caller, [file])).length > 0)
      throw sheetWrongFile(`there is no file "${file.slice(0, 100)}"`, { field: 'file', fileIds: [] })
    return use(file.toLowerCase())
  }
  const application = apps.catalog.applicationById(app)
  const upload = { hash: file.hash, ...(file.name !== undefined && { name: file.name }) }
  const attached = await files.attach(within(tx), caller, [upload])
  await attached.write(tx, { app, element, path: application ? `${application.namespace}.${application.code}` : app })
  return use(attached.idOf(upload))
}
