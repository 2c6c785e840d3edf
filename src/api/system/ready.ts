import { DatabaseUnavailable } from '../../foundation/db/failures.ts'
import { operation } from '../operation.ts'
import { NoParams, Nothing } from '../v1/schemas.ts'

export const ready = operation({
  name: 'ready',
  cost: 'none',
  area: 'System',
  methods: ['GET'],
  path: '/health/ready',
  summary: 'Check that the server is ready',
  description:
    'The server is ready when the database responds. It asks the database at most once a second, so frequent calls ' +
    'are cheap.',
  right: 'anyone',
  params: NoParams,
  result: Nothing,
  errors: [DatabaseUnavailable],
  handle: async (_request, { isReady }) => {
    if (!(await isReady())) throw DatabaseUnavailable('the database does not answer')
    return {}
  },
})
