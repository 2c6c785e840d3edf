import { DatabaseUnavailable } from '../../db/failures.ts'
import { operation } from '../operation.ts'
import { NoParams, Nothing } from '../v1/schemas.ts'

export const ready = operation({
  name: 'ready',
  area: 'System',
  methods: ['GET'],
  path: '/health/ready',
  summary: 'Can the server do its work?',
  description: 'Asks the database at most once a second, so it is cheap to call often.',
  right: 'anyone',
  params: NoParams,
  result: Nothing,
  errors: [DatabaseUnavailable],
  handle: async (_request, { isReady }) => {
    if (!(await isReady())) throw DatabaseUnavailable('the database does not answer')
    return {}
  },
})
