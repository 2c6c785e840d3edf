import { splitPath } from '../../../foundation/kit/codes.ts'
import { caughtErrors, evaluate } from '../advance/index.ts'
import {
  attribute,
  type CheckContext,
  type ElementContext,
  isName,
  type ProgramNode,
  type Value,
} from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import { boundVersion, readBinding } from './common/binding.ts'
import type { ElementKind } from './element-kind.ts'

/** Starts an instance of the called process and waits for its end. */
export const callActivity: ElementKind = {
  kind: 'callActivity',
  types: ['bpmn:CallActivity'],
  isActivity: true,
  actsOutside: () => true,
  readsElsewhere: () => true,
  writesElsewhere: () => true,
  uses: ({ settings }) => [{ to: 'process', path: String(settings.process), ...boundVersion(settings) }],
  read(context) {
    const call = context.extension('Call')
    const process = (call && attribute(call, 'process')) ?? attribute(context.element, 'calledElement')
    if (process === undefined || !/^\w+(\.\w+){1,2}$/.test(process)) {
      context.refuse(
        'the called process is missing: add <chancery:call process="namespace.code"/> to extensionElements',
      )
    }
    return {
      process: process ?? '',
      attempts: 1,
      ...readBinding(context, call, 'chancery:call'),
      ...readVariable(context, call && attribute(call, 'variable')),
    }
  },
  check: checkVariable,
  enter(run, token, node) {
    const { element, variable, ...settings } = node.settings
    const caught = { caughtErrors: caughtErrors(run, token) }
    if (typeof element !== 'number') return openWork(run, token, 'child', { settings, ...caught })
    const app = declaredAt(node, run.program.scopes, String(variable))?.of
    const item = { variable: variable!, app: app!, id: evaluate(run, { token }, element) }
    openWork(run, token, 'child', { settings: { ...settings, item }, ...caught }, [element])
  },
}

function readVariable(context: ElementContext, variable: string | undefined): Readonly<Record<string, Value>> {
  if (variable === undefined) return {}
  if (!isName(variable)) {
    context.refuse(`chancery:call: "${variable}" must be the name of a variable`)
    return {}
  }
  // `checkVariable` checks the name and the type of the variable, so any name is allowed here.
  const element = context.expression(variable, 'chancery:call: variable', { readsOthers: true })
  return { variable, element }
}

/**
 * Refuses a variable that is not declared, that does not refer to a single element, or whose application is another
 * one than that of the called process.
 */
function checkVariable(node: ProgramNode, { scopes, refuse }: CheckContext): void {
  const { variable, process } = node.settings
  if (typeof variable !== 'string') return
  const found = declaredAt(node, scopes, variable)
  if (found === undefined) {
    refuse(
      `chancery:call: the process declares no variable "${variable}"; declare it with type="element" and the attribute of`,
    )
    return
  }
  const { type, of, isArray } = found
  if (type !== 'element' || isArray === true) {
    const what = isArray === true ? 'a list' : `of type ${type}`
    refuse(`chancery:call: the variable "${variable}" is ${what}; it must refer to one element`)
    return
  }
  const path = String(process)
  const { namespace: app } = splitPath(path)
  if (app.includes('.') && of?.toLowerCase() !== app.toLowerCase())
    refuse(
      `chancery:call: the variable "${variable}" refers to elements of ${of}, but ${path} is a process of ${app}; ` +
        `name a variable with of="${app}"`,
    )
}

/** Returns the declaration of a variable in the nearest scope around a node; undefined if no scope declares it. */
function declaredAt({ scope }: Pick<ProgramNode, 'scope'>, scopes: CheckContext['scopes'], name: string) {
  for (let at: number | undefined = scope; at !== undefined; at = scopes[at]!.parent) {
    const found = scopes[at]!.variables.find((one) => one.name === name)
    if (found !== undefined) return found
  }
  return undefined
}
