import { operation } from '../operation.ts'
import { NoParams, Nothing } from '../v1/schemas.ts'

export const live = operation({
  name: 'live',
  cost: 'none',
  area: 'System',
  methods: ['GET'],
  path: '/health/live',
  summary: 'Check that the process is running',
  right: 'anyone',
  params: NoParams,
  result: Nothing,
  handle: () => ({}),
})
