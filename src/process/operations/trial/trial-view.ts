import { type FieldView, fieldView } from '../../../data/index.ts'
import type { Field } from '../../../values/index.ts'
import { contextFields, fieldsOf } from '../../definition/index.ts'
import type { OpenWait, Program, Variables, WaitKind } from '../../engine/index.ts'
import { programOfAnswer, taskForm } from '../../work/index.ts'
import type { Trial } from './trial.ts'

/** The state of a trial for the diagram, with the possible next steps. */
export interface TrialView {
  readonly status: 'new' | 'running' | 'completed' | 'interrupted'
  /** The variables that a start may set. */
  readonly start: readonly FieldView[]
  readonly elements: readonly {
    readonly elementId: string
    readonly active: number
    readonly completed: number
    readonly incidents: number
  }[]
  readonly flows: readonly string[]
  readonly waits: readonly TrialWait[]
  readonly incidents: readonly { readonly elementId: string; readonly message: string }[]
  readonly context: Variables
}

interface TrialWait {
  readonly elementId: string
  readonly kind: WaitKind
  readonly dueAt: string | null
  readonly exits: readonly { readonly code: string; readonly name: string }[]
  /** The values that can be given when the element ends; null where any values are possible. */
  readonly fields: readonly FieldView[] | null
}

/** Returns the state of a trial for the diagram, with the possible next steps. */
export function trialView(trial: Trial): TrialView {
  const { loaded, state, effects } = trial
  const { program } = loaded
  const completed = new Map<string, number>()
  const flows = new Set<string>()
  const open = new Map<string, { elementId: string; message: string }>()
  for (const effect of effects) {
    if (effect.type === 'history' && effect.flow !== undefined) flows.add(effect.flow)
    if (effect.type === 'history' && effect.event === 'completed')
      completed.set(effect.element, (completed.get(effect.element) ?? 0) + 1)
    if (effect.type === 'incidentOpened')
      open.set(effect.incident, { elementId: effect.element, message: effect.message })
    if (effect.type === 'incidentClosed') open.delete(effect.incident)
  }
  const incidents = [...open.values()]
  const active = Map.groupBy(state?.tokens ?? [], ({ at }) => program.nodes[at]!.id)
  const seen = new Set([...completed.keys(), ...active.keys()])
  return {
    status: state?.status ?? 'new',
    start: startFields(program),
    elements: [...seen].map((elementId) => ({
      elementId,
      active: active.get(elementId)?.length ?? 0,
      completed: completed.get(elementId) ?? 0,
      incidents: incidents.filter((one) => one.elementId === elementId).length,
    })),
    flows: [...flows],
    waits: trial.waits.map((wait) => waitView(program, wait)),
    incidents,
    context: state?.variables ?? {},
  }
}

/** Only administrators run trials, and they know all applications. */
const shown = (field: Field): FieldView => fieldView(field, () => true)

function startFields(program: Program): FieldView[] {
  const set = program.scopes[0]!.variables.filter(({ direction }) => direction !== 'output' && direction !== 'internal')
  return [...fieldsOf(set).values()].map(shown)
}

function waitView(program: Program, { at, kind, due }: OpenWait): TrialWait {
  const node = program.nodes[at]!
  const about = { elementId: node.id, kind, dueAt: due ?? null }
  if (kind === 'task') {
    const { fields, exits } = taskForm(program, node.id)
    const required = new Set(fields.filter(({ isRequired }) => isRequired).map(({ variable }) => variable.name))
    const edited = fields.filter(({ isReadOnly }) => !isReadOnly)
    const views = edited.map(({ variable, title }) => {
      const [field] = fieldsOf([{ ...variable, title }]).values()
      return { ...shown(field!), required: required.has(variable.name) }
    })
    return { ...about, exits: exits.map(({ code, name }) => ({ code, name })), fields: views }
  }
  const answer = kind === 'delegated' && node.settings.answer !== undefined
  const fields = answer ? [...contextFields(programOfAnswer({ program, node })).values()].map(shown) : null
  return { ...about, exits: [], fields: kind === 'timer' ? [] : fields }
}
