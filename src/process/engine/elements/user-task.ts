import { readInstant } from '../../../foundation/kit/time/instant.ts'
import { evaluate, type Run, type Token } from '../advance/index.ts'
import type { PerformerDefinition, ProgramNode, TextOrExpression, Value } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'
import { checkForm } from './task/read-form.ts'
import { readTask } from './task/read-task.ts'
import { taskSettings } from './task/task-settings.ts'

/** A task of a person. The performers of the task, or else of its lane, are determined when the token arrives. */
export const userTask: ElementKind = {
  kind: 'userTask',
  types: ['bpmn:UserTask'],
  isActivity: true,
  opensTasks: true,
  actsOutside: ({ settings }) => settings.sheet !== undefined,
  readsElsewhere: () => false,
  read: (context) => ({ ...readTask(context) }),
  check(node, context) {
    const ofLane = node.lane === undefined ? [] : context.lanes[node.lane]!.performers
    if (taskSettings(node).performers.length + ofLane.length === 0)
      context.refuse(
        'the task has no performer: add <chancery:performer type="…" value="…"/> to the task or to its lane',
      )
    checkForm(node, context)
  },
  enter(run, token, node) {
    const performers = performersOf(run, token, node)
    const settings = evaluatedSettings(run, token, node)
    if (taskSettings(node).sheet === undefined) openWork(run, token, 'task', { performers, settings })
    else openWork(run, token, 'sheet', { settings: { ...settings, performers } })
  },
}

/**
 * Returns the settings of a task without performers and form. The subject, the due date, the performers of
 * escalations, and the element and the file of a sheet are evaluated. Throws Failure.
 */
export function evaluatedSettings(run: Run, token: Token, node: ProgramNode): Readonly<Record<string, Value>> {
  const { performers: _, form: _form, subject, due, escalations, sheet, ...settings } = taskSettings(node)
  const valueAt = (given: TextOrExpression): Value =>
    'text' in given ? given.text : evaluate(run, { token }, given.expression)
  return {
    ...settings,
    subject: (subject && valueAt(subject)) ?? node.name ?? node.id,
    ...(due && { due: instantOf(run, valueAt(due)) }),
    ...(escalations && {
      escalations: escalations.map((one) => ({ ...one, performer: evaluated(run, token, one.performer) })),
    }),
    ...(sheet && {
      sheet: {
        ...sheet,
        ...(sheet.element && { element: valueAt(sheet.element) }),
        ...(sheet.file && { file: valueAt(sheet.file) }),
      },
    }),
  }
}

/**
 * Returns a date, or a date and time, as an instant in the time zone of the process, and any other value unchanged.
 */
function instantOf(run: Run, value: Value): Value {
  return typeof value === 'string' ? (readInstant(value, run.timeZone)?.toISOString() ?? value) : value
}

function performersOf(run: Run, token: Token, node: ProgramNode): readonly EvaluatedPerformer[] {
  const own = taskSettings(node).performers
  const definitions = own.length > 0 || node.lane === undefined ? own : run.program.lanes[node.lane]!.performers
  return definitions.map((definition) => evaluated(run, token, definition))
}

interface EvaluatedPerformer {
  readonly type: string
  readonly value: Value
}

function evaluated(run: Run, token: Token, { type, value, expression }: PerformerDefinition): EvaluatedPerformer {
  if (expression === undefined) return { type, value: value ?? null }
  return { type, value: evaluate(run, { token }, expression, { kind: 'ASSIGNEE_ERROR' }) }
}
