import type { FileEventListener } from '../../files/index.ts'
import type { Reader, Transaction } from '../../foundation/db/database.ts'
import type { PeriodicJob } from '../../foundation/jobs/index.ts'
import type { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type Page, readListRequest } from '../../query/index.ts'
import { cancelOnFileEvents, cancelSheet, cancelSheetOf, cancelWithoutDocument } from './actions/cancel-sheet.ts'
import { type AddInput, addRespondent, removeRespondent } from './actions/change-respondents.ts'
import { type DelegateInput, delegate } from './actions/delegate.ts'
import { endEarly } from './actions/end-early.ts'
import { createOverdueSheets } from './actions/overdue.ts'
import { type AnswerInput, checkAnswer, respond } from './actions/respond.ts'
import { type StartInput, startSheet } from './actions/start-sheet.ts'
import { printSheet } from './print/print-sheet.ts'
import { docflowLists } from './read/docflow-lists.store.ts'
import { sheetSource } from './read/sheet-source.ts'
import { type SheetView, viewSheet } from './read/sheet-view.ts'
import { createReminders } from './reminders.ts'
import type { SheetType } from './route/route.ts'
import { type RespondentRow, respondentById, respondentsOf } from './rows/respondent-rows.store.ts'
import { hasSheetsInProgress, type SheetRow, sheetById } from './rows/sheet-rows.store.ts'
import type { OnSheetEnd, SheetContext, SheetDeps } from './sheet-deps.ts'

interface ElementOfSheets {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/** Sheets of approval and familiarization. Each action is one transaction with its audit entry. */
export interface Sheets {
  /** Starts a sheet about the current version of a file of an element and returns its id. */
  start(caller: Caller, input: StartInput): Promise<string>
  /** Starts a sheet as a part of a transaction. */
  startIn(tx: Transaction, caller: Caller, input: StartInput): Promise<string>
  /** Returns a sheet with its respondents when it has ended; undefined while it is in progress. Checks no rights. */
  endOf(
    reader: Reader,
    id: string,
  ): Promise<{ readonly sheet: SheetRow; readonly respondents: readonly RespondentRow[] } | undefined>
  respond(caller: Caller, id: string, input: AnswerInput): Promise<void>
  /** Throws `sheet.wrong_answer` when a sheet does not take the answer, or when the answer lacks a comment. */
  checkAnswer(id: string, input: AnswerInput): Promise<void>
  delegate(caller: Caller, id: string, input: DelegateInput): Promise<void>
  addRespondent(caller: Caller, id: string, input: AddInput): Promise<void>
  removeRespondent(caller: Caller, id: string, respondentId: string, reason: string): Promise<void>
  cancel(caller: Caller, id: string, reason: string): Promise<void>
  /** Ends a familiarization before everybody has confirmed. */
  end(caller: Caller, id: string, reason: string): Promise<void>
  /** Cancels the sheet of a process activity that no longer waits. Does nothing when there is none in progress. */
  cancelOf(tx: Transaction, caller: Caller, of: { readonly wait: string; readonly reason: string }): Promise<void>
  get(caller: Caller, id: string): Promise<SheetView>
  /** Returns a sheet as an HTML page. */
  print(caller: Caller, id: string): Promise<string>
  /** Lists the sheets of an element, newest first. `list` is a list body. */
  list(caller: Caller, element: ElementOfSheets, list: unknown): Promise<Page>
  /** Returns the sheets of an element in the form of the public API. */
  lists(caller: Caller, element: ElementOfSheets, types: readonly SheetType[]): Promise<JsonText>
  /** Returns a respondent by id; undefined when there is none. Checks no rights. */
  respondent(reader: Reader, id: string): Promise<RespondentRow | undefined>
  /** Registers a function to call at the end of each sheet; only before the first request. */
  onEnd(listener: OnSheetEnd): void
  /** Cancels sheets when their file gets a new version or is deleted; has to be registered with the files. */
  readonly fileListener: FileEventListener
  /** Starts the reader of events that cancels sheets whose element was deleted or no longer holds the file. */
  followDocuments(): void
  readonly periodic: readonly PeriodicJob[]
}

export function createSheets(deps: SheetDeps): Sheets {
  const ended: OnSheetEnd[] = []
  const context: SheetContext = { ...deps, ended }
  const { database, apps, lists, clock, jobs, log } = deps
  const reader = apps.events.reader({
    name: 'sheets',
    isNeeded: hasSheetsInProgress,
    handle: (tx, events) => cancelWithoutDocument(context, tx, events),
  })
  // The reader has no timers, so it has no next time; `settle` reads the events that exist.
  jobs.followClock({ untilNextMs: async () => undefined, settle: () => reader.settle() })
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction(work)
  const opened = (caller: Caller, element: ElementOfSheets) =>
    apps.elements.require(database.single, caller, element, 'view')
  return {
    start: (caller, input) => inTransaction((tx) => startSheet(context, tx, caller, input)),
    startIn: (tx, caller, input) => startSheet(context, tx, caller, input),
    async endOf(reader, id) {
      const sheet = await sheetById(reader, id)
      if (sheet === undefined || sheet.endedAt === null) return undefined
      return { sheet, respondents: await respondentsOf(reader, id) }
    },
    respond: (caller, id, input) => inTransaction((tx) => respond(context, tx, caller, { ...input, id })),
    async checkAnswer(id, { answer, comment }) {
      const sheet = await sheetById(database.reader, id)
      if (sheet !== undefined) checkAnswer(sheet, answer, comment)
    },
    delegate: (caller, id, input) => inTransaction((tx) => delegate(context, tx, caller, { ...input, id })),
    addRespondent: (caller, id, input) => inTransaction((tx) => addRespondent(context, tx, caller, { ...input, id })),
    removeRespondent: (caller, id, respondentId, reason) =>
      inTransaction((tx) => removeRespondent(context, tx, caller, { id, respondentId, reason })),
    end: (caller, id, reason) => inTransaction((tx) => endEarly(context, tx, caller, { id, reason })),
    cancel: (caller, id, reason) => inTransaction((tx) => cancelSheet(context, tx, caller, { id, reason })),
    cancelOf: (tx, caller, of) => cancelSheetOf(context, tx, caller, of),
    get: (caller, id) => viewSheet(context, caller, id),
    print: (caller, id) => printSheet(context, caller, id),
    async list(caller, element, list) {
      const { app } = await opened(caller, element)
      const source = sheetSource(app, element.id)
      return lists.page(readListRequest(list), source, { callerId: caller.userId, nowMs: clock.nowMs() })
    },
    async lists(caller, element, types) {
      const { app } = await opened(caller, element)
      return docflowLists(database.reader, { app, element: element.id, types })
    },
    respondent: respondentById,
    onEnd: (listener) => void ended.push(listener),
    fileListener: cancelOnFileEvents(context),
    followDocuments() {
      reader.start().catch((error) => log('error', 'changes of elements do not cancel sheets', { error }))
    },
    periodic: [createReminders(context), createOverdueSheets(context)],
  }
}
