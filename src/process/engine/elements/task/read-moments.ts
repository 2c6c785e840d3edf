import { parseDuration } from '../../../../foundation/kit/time/schedule.ts'
import { attribute, type ElementContext, type ModdleElement } from '../../model/index.ts'
import type { TaskEscalation, TaskMoment } from './task-settings.ts'

/** Reads the time of a reminder or an escalation; undefined when it has problems. */
export function readMoment(context: ElementContext, element: ModdleElement, hasDue: boolean): TaskMoment {
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

/** Reads an escalation; undefined when it has problems. */
export function readEscalation(
  context: ElementContext,
  element: ModdleElement,
  hasDue: boolean,
): TaskEscalation | undefined {
  const moment = readMoment(context, element, hasDue)
  const action = attribute(element, 'action') ?? 'add'
  if (action !== 'add' && action !== 'reassign') {
    context.refuse(`chancery:escalation: action "${action}" is unknown; use add or reassign`)
    return undefined
  }
  const performer = context.performer(element)
  return performer && { ...moment, action, performer }
}
