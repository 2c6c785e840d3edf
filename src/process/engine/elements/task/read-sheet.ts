import { attribute, type ElementContext, type TextOrExpression } from '../../model/index.ts'
import type { SheetSettings } from './task-settings.ts'

/** The action of a task whose performers answer a sheet. */
export const sheetAction = 'sheet.start'

const types = ['approval', 'familiarization']
const modes = ['parallel', 'sequential', 'firstAnswer']
/** Extension elements that a user task with a sheet cannot have, each with the reason or a replacement. */
const excluded = [
  ['Exit', 'the answers to a sheet are fixed'],
  ['Form', 'respondents answer with a comment and a file'],
  ['Escalation', 'use its attributes escalate and overdueAnswer'],
] as const

/** Reads `<chancery:sheet>`: the rules of the sheet that the performers of the task answer; undefined without one. */
export function readSheet(context: ElementContext): SheetSettings | undefined {
  const sheet = context.extension('Sheet')
  if (sheet === undefined) return undefined
  for (const [element, reason] of excluded)
    if (context.extensions(element).length > 0)
      context.refuse(`chancery:${element.toLowerCase()} is not allowed beside chancery:sheet: ${reason}`)
  const given = (name: string): string | undefined => attribute(sheet, name)
  const oneOf = (name: string, allowed: readonly string[]): Record<string, string> => {
    const value = given(name)
    if (value === undefined) return {}
    if (!allowed.includes(value))
      context.refuse(`chancery:sheet: ${name} "${value}" is unknown; use ${allowed.join(', ')}`)
    return { [name]: value }
  }
  const number = (name: string, max: number): Record<string, number> => {
    const value = given(name)
    if (value === undefined) return {}
    const isInRange = /^[1-9]\d{0,3}$/.test(value) && Number(value) <= max
    if (!isInRange) context.refuse(`chancery:sheet: ${name} must be an integer from 1 to ${max}`)
    return { [name]: Number(value) }
  }
  const flag = (name: string): Record<string, boolean> => {
    const { [name]: value } = oneOf(name, ['true', 'false'])
    return value === undefined ? {} : { [name]: value === 'true' }
  }
  const value = (name: string): Record<string, TextOrExpression> => {
    const text = given(name)
    return text === undefined ? {} : { [name]: { expression: context.expression(text, name) } }
  }
  const settings: SheetSettings = {
    type: 'approval',
    ...oneOf('type', types),
    ...oneOf('mode', modes),
    ...number('quorum', 1_000),
    ...number('quorumPercent', 100),
    ...oneOf('onRejection', ['stop', 'collect']),
    ...flag('skipApproved'),
    ...flag('initiatorMayApprove'),
    ...flag('escalate'),
    ...oneOf('overdueAnswer', ['approved', 'rejected', 'none']),
    ...(given('app') !== undefined && { app: given('app')! }),
    ...value('element'),
    ...value('file'),
  }
  checkRules(context, settings)
  checkOverdue(context, settings)
  return settings
}

function checkRules(context: ElementContext, { type, mode, quorum, quorumPercent, app }: SheetSettings): void {
  const hasQuorum = quorum !== undefined || quorumPercent !== undefined
  if (quorum !== undefined && quorumPercent !== undefined)
    context.refuse('chancery:sheet: give either quorum or quorumPercent')
  if (type === 'familiarization' && ((mode ?? 'parallel') !== 'parallel' || hasQuorum))
    context.refuse('chancery:sheet: a familiarization informs all respondents at once; leave out mode and quorum')
  if (mode === 'firstAnswer' && hasQuorum)
    context.refuse('chancery:sheet: a sheet of the first answer has no quorum; leave out quorum')
  if (app !== undefined && !/^\w+\.\w+$/.test(app))
    context.refuse(`chancery:sheet: app "${app}" must be a path such as legal.contracts`)
}

function checkOverdue(context: ElementContext, { type, escalate, overdueAnswer }: SheetSettings): void {
  if (escalate === undefined && overdueAnswer === undefined) return
  const task = context.extension('Task')
  if (task === undefined || attribute(task, 'due') === undefined)
    context.refuse('chancery:sheet: escalate and overdueAnswer need a due date; give chancery:task the attribute due')
  if (type === 'familiarization' && (escalate === true || (overdueAnswer ?? 'none') !== 'none'))
    context.refuse(
      'chancery:sheet: the platform cannot confirm for a respondent; the overdueAnswer of a familiarization is none',
    )
  if (type === 'approval' && overdueAnswer === 'none')
    context.refuse('chancery:sheet: the overdueAnswer of an approval is approved or rejected')
}
