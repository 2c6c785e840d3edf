import type { Reader } from '../../../foundation/db/database.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'
import {
  type Answer,
  type AnswerInput,
  actingFor,
  answers,
  type RespondentRow,
  type Sheets,
} from '../../../records/index.ts'
import { taskMissing } from './act-on-task.ts'
import { taskEnded, taskNotAllowed, taskOfSheet, taskWrongExit, taskWrongUser, taskWrongValues } from './errors.ts'
import type { Completion } from './form/check-completion.ts'

/** The actions of sheets that tasks need. */
export type TaskSheets = Pick<Sheets, 'respond' | 'checkAnswer' | 'delegate' | 'respondent'>

/** The tasks of sheets, one for each respondent. A task has the id of its respondent. */
export class SheetTasks {
  readonly #reader: Reader
  readonly #sheets: TaskSheets
  /** Returns whether the caller may see the task of a respondent. */
  readonly #isVisible: (caller: Caller, id: string) => Promise<boolean>

  constructor(reader: Reader, sheets: TaskSheets, isVisible: (caller: Caller, id: string) => Promise<boolean>) {
    this.#reader = reader
    this.#sheets = sheets
    this.#isVisible = isVisible
  }

  /** Returns the respondent whose task has this id; undefined when the task belongs to no sheet. */
  async find(id: string): Promise<RespondentRow | undefined> {
    return isUuid(id) ? this.#sheets.respondent(this.#reader, id.toLowerCase()) : undefined
  }

  /**
   * Checks that the caller may begin a task. Changes nothing, because the task is assigned to its respondent from the
   * start.
   */
  async claim(caller: Caller, respondent: RespondentRow): Promise<void> {
    if (!(await this.#isVisible(caller, respondent.id))) throw taskMissing(respondent.id)
    if (respondent.endedAt !== null) throw taskEnded('the task has already been completed or cancelled')
    if (actingFor(caller, respondent) === undefined)
      throw taskNotAllowed('you can see the task, but only its respondent and substitutes may answer')
  }

  /** Answers the sheet with the exit of a completion. */
  async complete(caller: Caller, respondent: RespondentRow, completion: Completion): Promise<void> {
    const input = answerOf(respondent, completion)
    await this.#act(caller, respondent, () => this.#sheets.respond(caller, respondent.sheet, input))
  }

  /**
   * Throws when the caller may not answer, the task has ended, the exit or the values are wrong, or the comment that the
   * exit needs is missing. Writes nothing.
   */
  async check(caller: Caller, respondent: RespondentRow, completion: Completion): Promise<void> {
    await this.claim(caller, respondent)
    const input = answerOf(respondent, completion)
    await this.#act(caller, respondent, () => this.#sheets.checkAnswer(respondent.sheet, input))
  }

  /** Gives the answer to another user, who answers in place of the respondent. */
  async delegate(
    caller: Caller,
    respondent: RespondentRow,
    to: { readonly userId: string; readonly comment?: string | undefined },
  ): Promise<void> {
    const input = { ...to, respondentId: respondent.id }
    await this.#act(caller, respondent, () => this.#sheets.delegate(caller, respondent.sheet, input))
  }

  /** Throws the error of an action that tasks of sheets do not have. */
  async refuse(caller: Caller, { id }: RespondentRow): Promise<never> {
    if (!(await this.#isVisible(caller, id))) throw taskMissing(id)
    throw taskOfSheet('the task belongs to a sheet; complete it with an answer, or delegate it')
  }

  /** Runs an action of a sheet and turns its errors into those of tasks. */
  async #act(caller: Caller, { id }: RespondentRow, action: () => Promise<void>): Promise<void> {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.code.startsWith('sheet.')) throw error
      const isUnseen = error.status === 404 || (error.status === 403 && !(await this.#isVisible(caller, id)))
      throw isUnseen ? taskMissing(id) : taskErrorFor(error)
    }
  }
}

/** Returns the answer that a completion gives. Throws `task.wrong_exit` or `task.wrong_values`. */
function answerOf({ id }: RespondentRow, { exit, context = {}, comment }: Completion): AnswerInput {
  const answer = answers.find((one) => one === exit)
  if (answer === undefined) throw wrongExit(exit)
  const { file, ...unknown } = context
  const [name] = Object.keys(unknown)
  if (name !== undefined) throw wrongValue(name, `the task has no field "${name.slice(0, 100)}"`)
  return {
    answer,
    respondentId: id,
    ...(comment !== undefined && { comment }),
    ...fileOf(file),
  }
}

/** Returns the file of an answer, which forms send as a list, like the files of all fields. */
function fileOf(given: unknown): Pick<AnswerInput, 'file'> {
  const [value, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0) throw wrongValue('file', 'an answer has one file')
  if (value === undefined || value === null) return {}
  if (isUuid(value)) return { file: value }
  const { hash, name } = isObject(value) ? value : {}
  if (isUuid(hash) && (name === undefined || typeof name === 'string'))
    return { file: { hash, ...(name !== undefined && { name }) } }
  throw wrongValue('file', '"file" must be the id of a file, or an upload {hash, name}')
}

const wrongExit = (exit: string | undefined, exits: readonly Answer[] = answers): Error =>
  taskWrongExit(exit === undefined ? 'the task needs an exit' : `the task has no exit "${exit.slice(0, 100)}"`, {
    field: 'exit',
    exits,
  })

const wrongValue = (field: string, message: string): Error =>
  taskWrongValues(message, { field: `context.${field}`, problems: [{ field, message }] })

/** Returns the error of tasks that stands for an error of sheets. */
function taskErrorFor({ code, message, details }: PlatformError): Error {
  switch (code) {
    case 'sheet.not_allowed':
      return taskNotAllowed(message)
    case 'sheet.ended':
    case 'sheet.not_pending':
      return taskEnded(message)
    case 'sheet.wrong_respondent':
      return taskWrongUser(message, { field: 'userId' })
    case 'sheet.wrong_answer':
      if (details.field === 'answer') return taskWrongExit(message, { field: 'exit' })
      return taskWrongValues(message, { field: 'comment', problems: [{ field: 'comment', message }] })
    default:
      return wrongValue('file', message)
  }
}
