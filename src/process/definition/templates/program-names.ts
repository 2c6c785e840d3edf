import { type PerformerDefinition, type Program, traitsOf } from '../../engine/index.ts'
import { moduleActivityOf } from './template-uses.ts'

/** A user, a secret or an activity of a module that an element of a diagram names. */
export interface NamedByElement {
  readonly element: string
  readonly name: string
}

/** The fields and the status of an application that an action on elements names. */
export interface ElementNames {
  readonly element: string
  /** Path of the application. */
  readonly app: string
  readonly fields: readonly string[]
  readonly status?: string
}

interface TaskPerformers {
  readonly performers?: readonly PerformerDefinition[]
  readonly escalations?: readonly { readonly performer: PerformerDefinition }[]
}

interface Action {
  readonly action?: unknown
  readonly parameters?: readonly { readonly name: string; readonly value: { readonly text?: string } }[]
  readonly secrets?: Readonly<Record<string, string>>
}

/** Returns the users that performers name by login, e-mail or id. */
export function loginsOf({ lanes, nodes }: Program): NamedByElement[] {
  const usersIn = (performers: readonly PerformerDefinition[], element: string): NamedByElement[] =>
    performers.flatMap(({ type, value }) => (type === 'user' && value !== undefined ? [{ element, name: value }] : []))
  const ofTasks = nodes
    .filter((node) => traitsOf(node).opensTasks)
    .flatMap(({ id, settings }) => {
      const { performers = [], escalations = [] } = settings as TaskPerformers
      return usersIn([...performers, ...escalations.map(({ performer }) => performer)], id)
    })
  return [...lanes.flatMap(({ id, performers }) => usersIn(performers, id)), ...ofTasks]
}

/** Returns the secrets that activities name. */
export function secretsOf({ nodes }: Program): NamedByElement[] {
  return nodes.flatMap(({ id, settings }) =>
    Object.values((settings as Action).secrets ?? {}).map((name) => ({ element: id, name })),
  )
}

/** Returns the activities of modules that delegated activities name. */
export function moduleActivitiesOf({ nodes }: Program): NamedByElement[] {
  return nodes.flatMap(({ id, settings }) => {
    const name = moduleActivityOf(settings)
    return name === undefined ? [] : [{ element: id, name }]
  })
}

/** Returns the fields and statuses of applications that actions on elements name as constants. */
export function elementNamesOf({ nodes }: Program): ElementNames[] {
  return nodes.flatMap((node) => {
    const { id, settings, inputs } = node
    const { action, parameters = [] } = settings as Action
    const textOf = (name: string) => parameters.find((one) => one.name === name)?.value.text
    const app = traitsOf(node)
      .uses?.(node)
      .find(({ to }) => to === 'application')?.path
    if (app === undefined) return []
    const fields = action === 'element.create' || action === 'element.update' ? inputs.map(({ name }) => name) : []
    const field = action === 'element.attachFile' ? textOf('field') : undefined
    const status = action === 'element.setStatus' ? textOf('status') : undefined
    return [
      {
        element: id,
        app,
        fields: field === undefined ? fields : [field],
        ...(status !== undefined && { status }),
      },
    ]
  })
}
