import { isSchedule, looksLikeDuration, parseDuration } from '../../../../foundation/kit/time/schedule.ts'
import { attribute, type ElementContext, isName, type ModdleElement, type TextOrExpression } from '../../model/index.ts'
import { readExits, readForm } from './read-form.ts'
import { readSheet, sheetAction } from './read-sheet.ts'
import type { TaskEscalation, TaskMoment, TaskSettings } from './task-settings.ts'

const taskTypes = ['task', 'approval', 'familiarization', 'registration']

/** Reads the extension elements of a user task. Problems are recorded in the context. */
export function readTask(context: ElementContext): TaskSettings {
  const task = context.extension('Task')
  const given = (name: string): string | undefined => task && attribute(task, name)
  const type = given('type') ?? 'task'
  if (!taskTypes.includes(type)) context.refuse(`chancery:task: type "${type}" is unknown; use ${taskTypes.join(', ')}`)
  const [subject, calendar, result] = [given('subject'), given('calendar'), given('result')]
  if (result !== undefined && !isName(result)) context.refuse('chancery:task: result must be the name of a variable')
  else if (result !== undefined) context.checkTarget(result, 'chancery:task: result')
  const due = readDue(context, given('due'))
  const sheet = readSheet(context)
  if (sheet !== undefined && result !== undefined)
    context.refuse('chancery:task: a sheet has no result; use <chancery:output name="…" value="state"/>')
  const exits = readExits(context)
  const form = readForm(context, exits)
  const reminders = context.extensions('Reminder').map((element) => readMoment(context, element, due !== undefined))
  const escalations = context.extensions('Escalation').flatMap((element) => {
    return readEscalation(context, element, due !== undefined) ?? []
  })
  return {
    type: sheet?.type ?? type,
    performers: context.performers(),
    exits,
    ...(form && { form }),
    ...(subject !== undefined && { subject: { expression: context.expression(subject, 'subject') } }),
    ...(due && { due }),
    ...(calendar !== undefined && { calendar }),
    ...readPriority(context, given('priority')),
    ...(result !== undefined && { result }),
    ...(reminders.length > 0 && { reminders }),
    ...(escalations.length > 0 && { escalations }),
    ...(sheet && { sheet, action: sheetAction, writesOutputsOnly: true }),
  }
}

function readDue(context: ElementContext, due: string | undefined): TextOrExpression | undefined {
  if (due === undefined) return undefined
  const isConstant = isSchedule('date', due) || isSchedule('duration', due)
  if (!isConstant && looksLikeDuration(due)) {
    context.refuse(`chancery:task: due "${due}" must be a duration in ISO 8601, such as PT4H, a date or an expression`)
    return { text: due }
  }
  return isConstant ? { text: due } : { expression: context.expression(due, 'due') }
}

function readPriority(context: ElementContext, text: string | undefined): { readonly priority?: number } {
  if (text === undefined) return {}
  if (/^-?\d{1,4}$/.test(text)) return { priority: Number(text) }
  context.refuse('chancery:task: priority must be an integer from -9999 to 9999')
  return {}
}

/** Reads the time of a reminder or an escalation. Problems are recorded in the context. */
function readMoment(context: ElementContext, element: ModdleElement, hasDue: boolean): TaskMoment {
  const [before, after] = [attribute(element, 'before'), attribute(element, 'after')]
  const what = element.$type.toLowerCase()
  if (before !== undefined && after !== undefined) context.refuse(`${what}: give either before or after`)
  if (before !== undefined && !hasDue)
    context.refuse(`${what}: before is relative to the due date, but the task has none; add due to chancery:task`)
  const text = before ?? after ?? 'PT0S'
  if (parseDuration(text) === undefined)
    context.refuse(`${what}: "${text}" must be a duration in ISO 8601, such as PT4H`)
  return before === undefined ? { after: text } : { before }
}

/** Reads an escalation; undefined when its action or its performer has a problem. */
function readEscalation(context: ElementContext, element: ModdleElement, hasDue: boolean): TaskEscalation | undefined {
  const moment = readMoment(context, element, hasDue)
  const action = attribute(element, 'action') ?? 'add'
  if (action !== 'add' && action !== 'reassign') {
    context.refuse(`chancery:escalation: action "${action}" is unknown; use add or reassign`)
    return undefined
  }
  const performer = context.performer(element)
  return performer && { ...moment, action, performer }
}
