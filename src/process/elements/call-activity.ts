import { caughtErrors } from '../engine/index.ts'
import { attribute } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import type { ElementKind } from './element-kind.ts'

const bindings = ['latest', 'version', 'deployment']

/** Starts an instance of another process and waits for its end. */
export const callActivity: ElementKind = {
  kind: 'callActivity',
  types: ['bpmn:CallActivity'],
  isActivity: true,
  read(context) {
    const call = context.extension('Call')
    const process = (call && attribute(call, 'process')) ?? attribute(context.element, 'calledElement')
    const binding = (call && attribute(call, 'binding')) ?? 'latest'
    const version = call && attribute(call, 'version')
    if (process === undefined || !/^\w+(\.\w+){1,2}$/.test(process)) {
      context.refuse(
        'the called process is missing: add <chancery:call process="namespace.code"/> to extensionElements',
      )
    }
    if (!bindings.includes(binding))
      context.refuse(`chancery:call: binding "${binding}" is unknown; use ${bindings.join(', ')}`)
    if ((binding === 'version') !== (version !== undefined))
      context.refuse('chancery:call: the attribute version is required for binding="version" and not allowed otherwise')
    return { process: process ?? '', binding, attempts: 1, ...(version !== undefined && { version: Number(version) }) }
  },
  enter(run, token, node) {
    openWork(run, token, 'child', { settings: node.settings, caughtErrors: caughtErrors(run, token) })
  },
}
