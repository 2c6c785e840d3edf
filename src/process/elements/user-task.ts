import { evaluate, type Run, type Token } from '../engine/index.ts'
import {
  attribute,
  type ElementContext,
  isSchedule,
  type PerformerDefinition,
  type ProgramNode,
  type TextOrExpression,
  type Value,
} from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

const taskTypes = ['task', 'approval', 'familiarization', 'registration']

/** Work for people. The performers of the task, else those of its lane, are determined when the token comes. */
export const userTask: ElementKind = {
  kind: 'userTask',
  types: ['bpmn:UserTask'],
  isActivity: true,
  read: readTask,
  check(node, { lanes, refuse }) {
    const own = node.settings.performers as readonly PerformerDefinition[]
    const ofLane = node.lane === undefined ? [] : lanes[node.lane]!.performers
    if (own.length + ofLane.length === 0)
      refuse('nobody performs the task: add <chancery:performer type="…" value="…"/> to the task or to its lane')
  },
  enter(run, token, node) {
    openWork(run, token, 'task', {
      performers: performersOf(run, token, node),
      settings: taskSettings(run, token, node),
    })
  },
}

/** Returns what a task shows: its title, its exits and its due date. Throws Failure. */
export function taskSettings(run: Run, token: Token, node: ProgramNode): Readonly<Record<string, Value>> {
  const { performers: _, subject, due, ...settings } = node.settings
  const value = (given: Value): Value =>
    given === undefined ? undefined : valueAt(run, token, given as TextOrExpression)
  return {
    ...settings,
    subject: value(subject) ?? node.name ?? node.id,
    ...(due !== undefined && { due: value(due) }),
  }
}

function readTask(context: ElementContext): Readonly<Record<string, Value>> {
  const task = context.extension('Task')
  const type = (task && attribute(task, 'type')) ?? 'task'
  if (!taskTypes.includes(type)) context.refuse(`chancery:task: type "${type}" is unknown; use ${taskTypes.join(', ')}`)
  const due = task && attribute(task, 'due')
  const subject = task && attribute(task, 'subject')
  const priority = task && attribute(task, 'priority')
  const isConstant = due !== undefined && (isSchedule('date', due) || isSchedule('duration', due))
  return {
    type,
    performers: context.performers(),
    exits: readExits(context),
    ...(subject !== undefined && { subject: { expression: context.expression(subject, 'subject') } }),
    ...(due !== undefined && { due: isConstant ? { text: due } : { expression: context.expression(due, 'due') } }),
    ...(priority !== undefined && { priority }),
  }
}

function readExits(context: ElementContext): readonly Value[] {
  return context.extensions('Exit').map((exit) => {
    const code = attribute(exit, 'code')
    if (code === undefined) context.refuse('chancery:exit needs a code')
    const required = attribute(exit, 'required')?.split(/[\s,]+/) ?? []
    return { code, name: attribute(exit, 'name') ?? code, required }
  })
}

function performersOf(run: Run, token: Token, node: ProgramNode): readonly { type: string; value: Value }[] {
  const own = node.settings.performers as readonly PerformerDefinition[]
  const definitions = own.length > 0 || node.lane === undefined ? own : run.program.lanes[node.lane]!.performers
  return definitions.map(({ type, value, expression }) => ({
    type,
    value:
      expression === undefined ? (value ?? null) : evaluate(run, { token }, expression, { kind: 'ASSIGNEE_ERROR' }),
  }))
}

const valueAt = (run: Run, token: Token, given: TextOrExpression): Value =>
  'text' in given ? given.text : evaluate(run, { token }, given.expression)
