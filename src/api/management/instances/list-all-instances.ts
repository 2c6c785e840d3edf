import { type Static, Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { processNotFound } from '../../../process/index.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { PartialInstance } from '../../v1/bpm/bpm-schemas.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 300, description }))

const InstanceListInput = Type.Object({
  ...ListInput.properties,
  process: text('Path of the process, such as `docs.purchase`; all processes by default.'),
  elementId: text(
    'Id of the element in the diagram at which the instances wait or have an open incident; needs `process`.',
  ),
})

/** Returns the address in the path of a process; the namespace may contain dots. */
function addressOf(path: string): { namespace: string; code: string } {
  const dot = path.lastIndexOf('.')
  return { namespace: path.slice(0, Math.max(dot, 0)), code: path.slice(dot + 1) }
}

export const listAllInstances = operation({
  name: 'listAllInstances',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/instances',
  summary: 'List the instances of all processes',
  description:
    'Lists instances of all processes, the newest first. `filter` and `sortExpressions` use the system fields, such as ' +
    '`{"tf": {"__state": "error"}}`; with `process`, also the variables of the process.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  input: InstanceListInput,
  result: listResult(PartialInstance),
  errors: [...queryErrors, processNotFound],
  handle: async ({ input }, { caller, processes }) => {
    const { process, elementId, ...list } = (input ?? {}) as Static<typeof InstanceListInput>
    const template = process === undefined ? undefined : addressOf(process)
    const { items, total } = await processes.instances.list(caller, list, { template, elementId })
    return listOf(items, total)
  },
})
