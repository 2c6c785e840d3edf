import { createElementComment } from '../management/elements/operations.ts'
import { completeTask } from '../management/tasks/complete-task.ts'
import { claimTask } from '../management/tasks/operations.ts'
import { createElement } from '../v1/app/create-element.ts'
import { setElementStatus } from '../v1/app/set-element-status.ts'
import { updateElement } from '../v1/app/update-element.ts'
import { runProcess } from '../v1/bpm/run-process.ts'
import { type Tool, writing } from './tool.ts'

type Fields = Readonly<Record<string, unknown>>
type Application = { readonly namespace: string; readonly code: string }
type Element = Application & { readonly id: string }
type Completion = { readonly exit?: string; readonly context?: Fields; readonly comment?: string }

/**
 * Tools that write. With `dryRun`, they store nothing. Creating and changing an element are then carried out and
 * rolled back. For comments, tasks and processes, only rights and values are checked.
 */
export const writingTools: readonly Tool[] = [
  writing<Application, { context?: Fields }>(
    createElement,
    async ({ params, input: { context = {} } }, { caller, apps }) => {
      const { item } = await apps.elements.rehearse((elements) => elements.create(caller, params, context))
      return { item }
    },
    { keys: ['context'], hint: '`context` holds the values of the fields.' },
  ),
  writing<Element, { context?: Fields }>(
    updateElement,
    async ({ params, input: { context = {} } }, { caller, apps }) => {
      const { item } = await apps.elements.rehearse((elements) => elements.update(caller, params, context))
      return { item }
    },
    { keys: ['context'], hint: '`context` holds the fields to change.' },
  ),
  writing<Element, { status: string | { code: string } }>(
    setElementStatus,
    async ({ params, input: { status } }, { caller, apps }) => {
      const code = typeof status === 'string' ? status : status.code
      const { item } = await apps.elements.rehearse((elements) => elements.setStatus(caller, params, code))
      return { item }
    },
  ),
  writing<Element, { text: string }>(createElementComment, async ({ params, input }, { caller, apps }) => {
    await apps.elements.get(caller, params)
    return { comment: { text: input.text } }
  }),
  writing<{ id: string }, undefined>(claimTask, async ({ params }, { caller, processes }) => {
    const task = await processes.tasks.get(caller, params.id)
    return { task, mayClaim: (task.actions as readonly string[]).includes('claim') }
  }),
  writing<{ id: string }, Completion>(completeTask, async ({ params, input }, { caller, processes }) => {
    await processes.tasks.checkCompletion(caller, params.id, input)
    return { task: { id: params.id, exit: input.exit ?? null } }
  }),
  writing<Application, { context?: Fields }>(
    runProcess,
    async ({ params, input: { context = {} } }, { caller, processes }) => ({
      template: await processes.instances.checkRun(caller, params, context),
    }),
    { keys: ['context'], hint: '`context` holds the variables; `__item` names the element that the process is for.' },
  ),
]
