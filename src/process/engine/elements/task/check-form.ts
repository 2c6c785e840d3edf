import type { CheckContext, ProgramNode } from '../../model/index.ts'
import { taskSettings } from './task-settings.ts'

/**
 * Checks that the form and the exits of a task name variables of the process. A task with output mappings may use other
 * names, and a process that declares no variables may use any name.
 */
export function checkForm(node: ProgramNode, { scopes, nodes, refuse }: CheckContext): void {
  const { form = [], exits } = taskSettings(node)
  const known = new Set(node.inputs.map(({ name }) => name))
  for (let at: number | undefined = node.scope; at !== undefined; at = scopes[at]!.parent) {
    for (const { name } of scopes[at]!.variables) known.add(name)
    const owner = scopes[at]!.owner
    for (const name of owner === undefined ? [] : loopVariables(nodes[owner]!)) known.add(name)
  }
  for (const name of loopVariables(node)) known.add(name)
  const isFree = node.outputs.length > 0 || scopes[0]!.variables.length === 0
  for (const { name, type } of form) {
    if (isFree || type !== undefined || known.has(name)) known.add(name)
    else refuse(`chancery:field "${name}": the process has no such variable; declare it, or give the field a type`)
  }
  for (const { code, required } of exits) {
    for (const name of required) {
      if (isFree || known.has(name)) continue
      refuse(
        `chancery:exit "${code}" requires "${name}", which is neither a variable of the process nor a field of the form`,
      )
    }
  }
}

function loopVariables({ loop }: ProgramNode): readonly string[] {
  if (loop === undefined || loop.type === 'standard') return []
  return [loop.item, loop.index].filter((name) => name !== undefined)
}
