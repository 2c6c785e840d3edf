import { caughtErrors } from '../engine/index.ts'
import { attribute } from '../model/index.ts'
import { openWork } from './common/activity-work.ts'
import { readBinding } from './common/binding.ts'
import type { ElementKind } from './element-kind.ts'

/** Starts an instance of another process and waits for its end. */
export const callActivity: ElementKind = {
  kind: 'callActivity',
  types: ['bpmn:CallActivity'],
  isActivity: true,
  read(context) {
    const call = context.extension('Call')
    const process = (call && attribute(call, 'process')) ?? attribute(context.element, 'calledElement')
    if (process === undefined || !/^\w+(\.\w+){1,2}$/.test(process)) {
      context.refuse(
        'the called process is missing: add <chancery:call process="namespace.code"/> to extensionElements',
      )
    }
    return { process: process ?? '', attempts: 1, ...readBinding(context, call, 'chancery:call') }
  },
  enter(run, token, node) {
    openWork(run, token, 'child', { settings: node.settings, caughtErrors: caughtErrors(run, token) })
  },
}
