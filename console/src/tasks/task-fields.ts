import type { FormField } from '../fields/use-form.ts'
import { editedVariable, typeOfVariable } from '../fields/variable-types.ts'
import type { Translate } from '../i18n/index.tsx'
import type { Task } from './task-queries.ts'

type Values = readonly { readonly code: string; readonly name?: string }[]
type Columns = readonly { readonly name: string; readonly title?: string; readonly type: string }[]
/** A field of a task form, with the settings of its type. */
export type TaskField = Task['fields'][number]

/** Returns the field of a task form in the form that the editors of elements take. */
export function formField(field: TaskField): FormField {
  const { name, title, type, isArray, isReadOnly, isRequired } = field
  const { of = '', values = [], columns = [] } = field as { of?: string; values?: Values; columns?: Columns }
  const { type: fieldType, data } = typeOfVariable(type)
  const [namespace = '', code = ''] = of.split('.')
  return {
    code: name,
    label: title,
    type: fieldType.code,
    array: isArray,
    required: isRequired,
    isRequired,
    isReadOnly: isReadOnly || field.isRemarks === true,
    view: { name: title },
    data: {
      ...data,
      namespace,
      code,
      enumItems: values.map((value) => ({ code: value.code, name: value.name ?? value.code })),
      fields: columns.map((column) => formField({ ...plain, ...column, title: column.title ?? column.name })),
    },
  }
}

const plain = { order: 0, isArray: false, isReadOnly: false, isRequired: false, requiredFor: [], value: null }

/** The exits of the tasks of sheets. These exits are in no diagram, so their names are in the texts of the console. */
const exitsOfSheets = ['approved', 'approvedWithRemarks', 'rejected', 'informed'] as const

/** Returns the name of an exit; the exits of sheets are named in the language of the user. */
export function exitName(
  { sheet }: Pick<Task, 'sheet'>,
  { code, name }: Pick<Task['exits'][number], 'code' | 'name'>,
  t: Translate,
): string {
  const known = sheet ? exitsOfSheets.find((each) => each === code) : undefined
  return known ? t(`tasks.exit_${known}`) : name
}

/** Returns the name of the exit with which a task was completed; an empty text when it was completed with none. */
export function decisionOf(
  task: Pick<Task, 'sheet' | 'outcome'> & { readonly exits: readonly Pick<Task['exits'][number], 'code' | 'name'>[] },
  t: Translate,
  { exit }: Readonly<Record<string, unknown>> = task.outcome ?? {},
): string {
  const chosen = task.exits.find(({ code }) => code === exit)
  return chosen ? exitName(task, chosen, t) : ''
}

/** Returns the title of a field. The task of a sheet has a single field, whose title is in the language of the user. */
export const fieldTitle = ({ sheet }: Pick<Task, 'sheet'>, { name, title }: TaskField, t: Translate): string =>
  sheet && name === 'file' ? t('tasks.answerFile') : title

/** Returns the value of a field as the editors take it: decimal numbers, which are texts in the API, become numbers. */
export const editedValue = ({ type, value }: TaskField): unknown => editedVariable(type, value) ?? null

/** One answer of a sheet with a comment. */
export interface Remark {
  /** Id of the user who answered. */
  readonly user: string
  readonly answer: RemarkAnswer
  readonly comment: string
  /** Id of the attached file. */
  readonly file: string | undefined
  readonly answeredAt: string | undefined
}

const remarkAnswers = ['approved', 'approvedWithRemarks', 'rejected', 'informed'] as const
type RemarkAnswer = (typeof remarkAnswers)[number]

/**
 * Returns the remarks of a field that the server declares as the remarks of a sheet; undefined for other fields, and
 * when the process has written something else to the variable. Remarks of older sheets have no file and no time.
 */
export function remarksOf({ isRemarks, value }: Pick<TaskField, 'isRemarks' | 'value'>): readonly Remark[] | undefined {
  if (!isRemarks || !Array.isArray(value)) return undefined
  const remarks = value.flatMap((one: Readonly<Record<string, unknown>> | null) => {
    const { user, answer, comment, file, answeredAt } = one ?? {}
    const known = remarkAnswers.find((each) => each === answer)
    if (typeof user !== 'string' || typeof comment !== 'string' || known === undefined) return []
    return [{ user, answer: known, comment, file: textOf(file), answeredAt: textOf(answeredAt) }]
  })
  return remarks.length === value.length ? remarks : undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the fields that need a value when the task is completed with an exit. */
export const requiredFor = (fields: readonly TaskField[], exit: string | undefined): ReadonlySet<string> =>
  new Set(
    fields
      .filter(({ isRequired, requiredFor: exits }) => isRequired || (exit !== undefined && exits.includes(exit)))
      .map(({ name }) => name),
  )
