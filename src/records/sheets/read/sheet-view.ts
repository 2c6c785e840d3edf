import type { Reader } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { type Caller, namesOfSubjects } from '../../../people/index.ts'
import { requireVisible, sheetMissing } from '../actions/visible-sheet.ts'
import { type RespondentRow, respondentsOf } from '../rows/respondent-rows.store.ts'
import { type StoredSheetEvent, sheetEvents } from '../rows/sheet-events.store.ts'
import { type SheetRow, sheetById } from '../rows/sheet-rows.store.ts'
import type { SheetContext } from '../sheet-deps.ts'

/** A sheet with its respondents and its history, as the API shows it. */
export interface SheetView {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly round: number
  readonly subject: string
  readonly comment: string | null
  readonly element: { readonly namespace: string; readonly code: string; readonly id: string } | null
  readonly file: { readonly id: string; readonly name: string; readonly version: number; readonly sha256: string }
  readonly stages: SheetRow['route']['stages']
  readonly onRejection: string
  readonly createdAt: string
  readonly createdBy: string
  readonly endedAt: string | null
  readonly endedBy: string | null
  readonly reason: string | null
  readonly process: {
    readonly instanceId: string
    readonly instanceName: string | null
    readonly elementId: string
  } | null
  readonly respondents: readonly RespondentView[]
  readonly history: readonly StoredSheetEvent[]
  /**
   * Names of the initiator, of the respondents and their substitutes, and of the user who ended the sheet, by their
   * ids.
   */
  readonly names: Readonly<Record<string, string>>
}

interface RespondentView {
  readonly id: string
  /** Number of the stage, from 1. */
  readonly stage: number
  readonly userId: string
  readonly state: string
  readonly openedAt: string | null
  readonly dueAt: string | null
  readonly respondedAt: string | null
  readonly substituteId: string | null
  readonly comment: string | null
  readonly fileId: string | null
  readonly delegatedFrom: string | null
  readonly automatic: boolean
}

/** Returns a sheet. Throws `sheet.not_found` for a sheet that the caller cannot see. */
export async function viewSheet(context: SheetContext, caller: Caller, id: string): Promise<SheetView> {
  const { reader } = context.database
  const sheet = isUuid(id) ? await sheetById(reader, id) : undefined
  if (sheet === undefined) throw sheetMissing(id)
  const respondents = await respondentsOf(reader, sheet.id)
  await requireVisible(context, reader, caller, { sheet, respondents })
  const history = await sheetEvents(reader, sheet.id)
  const { app, element, file, fileName, version, sha256, route, wait: _, ...others } = sheet
  const { instance, instanceName, activity, ...facts } = others
  const application = context.apps.catalog.applicationById(app)
  const users = [sheet.createdBy, sheet.endedBy, ...respondents.flatMap((one) => [one.userId, one.substitute])]
  return {
    ...facts,
    element: application ? { namespace: application.namespace, code: application.code, id: element } : null,
    file: { id: file, name: fileName, version, sha256 },
    stages: route.stages,
    onRejection: route.onRejection,
    process: instance === null ? null : { instanceId: instance, instanceName, elementId: activity ?? '' },
    respondents: respondents.map(respondentView),
    history,
    names: await namesOf(
      reader,
      users.filter((user) => user !== null),
    ),
  }
}

function respondentView(respondent: RespondentRow): RespondentView {
  const { id, stage, userId, state, openedAt, dueAt, endedAt, substitute, comment, answerFile } = respondent
  const { delegatedFrom, automatic } = respondent
  return {
    id,
    stage: stage + 1,
    userId,
    state,
    openedAt,
    dueAt,
    respondedAt: endedAt,
    substituteId: substitute,
    comment,
    fileId: answerFile,
    delegatedFrom,
    automatic,
  }
}

async function namesOf(reader: Reader, ids: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const names = await namesOfSubjects(reader, [...new Set(ids)])
  return Object.fromEntries([...names].map(([id, { name }]) => [id, name]))
}
