import type { Body, Call } from '../../../../test/platform.ts'
import { bpmn, end, flows, start } from '../../engine/process.fixture.ts'

/** Returns a BPMN file with one process with one user task. */
export const oneTask = (more = '', name = 'check'): string =>
  bpmn([
    ...(more === '' ? [] : [`<extensionElements>${more}</extensionElements>`]),
    start(),
    `<userTask id="${name}" name="${name}"><extensionElements><chancery:performer type="initiator"/></extensionElements></userTask>`,
    end(),
    flows(`s > ${name} > e`),
  ])

/** Publishes a file over HTTP. */
export const publish = (call: Call, path: string, xml: string | Uint8Array, query = ''): Promise<Body> => {
  const [, namespace, code] = /^(.*)\.([^.]*)$/.exec(path)!
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml
  return call('POST', `/api/v1/processes/${namespace}/${code}/publish${query}`, bytes)
}

/** Returns a BPMN file whose process has a task and calls another process. */
export const callOf = (path: string, more = ''): string =>
  bpmn([
    start(),
    `<callActivity id="c"><extensionElements><chancery:call process="${path}" ${more}/></extensionElements></callActivity>`,
    '<userTask id="t"><extensionElements><chancery:performer type="initiator"/></extensionElements></userTask>',
    end(),
    flows('s > c > t > e'),
  ])
