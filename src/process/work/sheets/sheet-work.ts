import { PlatformError } from '../../../foundation/kit/errors.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import type { Sheets, StartInput } from '../../../records/index.ts'
import type { SheetSettings, TaskMoment, Value } from '../../engine/index.ts'
import type { DueHandler, Work, WorkCall, WorkOutcome } from '../../execution/index.ts'
import { ActionRefused, type ApplicationPath, elementPlaces } from '../elements/index.ts'
import type { FindPerformers, Performer } from '../tasks/index.ts'
import { resultOf } from './sheet-end.ts'

export interface SheetWorkDeps {
  readonly sheets: Pick<Sheets, 'startIn' | 'endOf'>
  readonly findPerformers: FindPerformers
  /** Returns the address of an application by its id; undefined when it was removed. */
  readonly applicationById: (id: string) => ApplicationPath | undefined
  /** Returns the calendar that the settings of a template name, for tasks that name no calendar. */
  readonly calendarOf: (template: string) => string | undefined
}

/** The evaluated settings of a task with a sheet. */
interface Settings {
  readonly sheet: Omit<SheetSettings, 'element' | 'file'> & { readonly element?: Value; readonly file?: Value }
  readonly performers: readonly Performer[]
  readonly subject?: Value
  readonly due?: Value
  readonly calendar?: string
  readonly reminders?: readonly TaskMoment[]
}

/**
 * Creates the work that starts a sheet in the transaction of the advance. The initiator of the sheet is the initiator
 * of the instance. The activity waits for the end of the sheet.
 */
export function createSheetWork({ sheets, findPerformers, applicationById, calendarOf }: SheetWorkDeps): Work {
  return {
    action: 'sheet.start',
    place: 'transaction',
    async run(tx, call): Promise<WorkOutcome> {
      const settings = call.settings as unknown as Settings
      const { initiator, template } = call.instance
      const found = await findPerformers(tx, settings.performers, { initiator })
      if ('problem' in found) return { type: 'failed', message: found.problem, isFinal: true, kind: 'ASSIGNEE_ERROR' }
      const respondents = ('assignee' in found ? [found.assignee] : found.candidates).map((id) => ({ id }))
      const caller: Caller = { ...call.caller, userId: initiator }
      try {
        const calendar = settings.calendar ?? calendarOf(template)
        const id = await sheets.startIn(
          tx,
          caller,
          inputOf({ ...settings, ...(calendar !== undefined && { calendar }) }, call, respondents),
        )
        // All respondents may have approved this version earlier.
        const end = await sheets.endOf(tx, id)
        return end === undefined ? { type: 'later' } : { type: 'done', variables: resultOf(end.sheet, end.respondents) }
      } catch (error) {
        if (error instanceof ActionRefused || (error instanceof PlatformError && error.status < 500))
          return { type: 'failed', message: error.message, isFinal: true }
        throw error
      }
    },
  }

  function inputOf(settings: Settings, call: WorkCall, respondents: readonly { readonly id: string }[]): StartInput {
    const { sheet, subject, due, calendar, reminders } = settings
    const { element: ownElement, file, app, mode, quorum, quorumPercent, escalate, overdueAnswer, ...rules } = sheet
    const acts = escalate === true || overdueAnswer !== undefined
    const overdue = acts && { overdue: { escalate, answer: overdueAnswer } }
    const { element } = elementPlaces(call, { app, element: ownElement }, applicationById)
    const { id: elementId, ...address } = element()
    const isDue = due !== undefined && due !== null && due !== ''
    const remindBefore = isDue ? reminders?.[0]?.before : undefined
    return {
      ...rules,
      ...address,
      elementId,
      ...(file !== undefined && { fileId: idOf(file) }),
      ...(subject !== undefined && subject !== null && { subject: String(subject) }),
      ...(calendar !== undefined && { calendar }),
      ...(remindBefore !== undefined && { remindBefore }),
      stages: [{ mode, quorum, quorumPercent, respondents, ...(isDue && { due: timeOf(due), ...overdue }) }],
      process: { instance: call.instance.id, name: call.instance.name, wait: call.wait, activity: call.element },
    }
  }
}

const timeOf = (due: Value): string => (due instanceof Date ? due.toISOString() : String(due))

/** Returns the id of a file: a text, or the only item of a list. */
function idOf(file: Value): string {
  const one = Array.isArray(file) && file.length === 1 ? file[0] : file
  return typeof one === 'string' ? one : JSON.stringify(one)
}

/** Creates the handler that cancels the sheet of an activity that was cancelled. */
export function createCancelSheet({ cancelOf }: Pick<Sheets, 'cancelOf'>): DueHandler {
  return {
    kind: 'cancelSheet',
    async handle(tx, { key, details }) {
      const { by, reason } = details as { readonly by: string; readonly reason: string }
      if (key !== null) await cancelOf(tx, systemCaller(by), { wait: key, reason })
    },
  }
}
