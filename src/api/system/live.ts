import { Type } from 'typebox'
import { productVersion } from '../../foundation/http/product-version.ts'
import { operation } from '../operation.ts'
import { NoParams } from '../v1/schemas.ts'

export const live = operation({
  name: 'live',
  cost: 'none',
  area: 'System',
  methods: ['GET'],
  path: '/health/live',
  summary: 'Check that the process is running',
  description: 'Returns 200 while the process answers requests, even if its database does not.',
  right: 'anyone',
  params: NoParams,
  result: Type.Object({ version: Type.String({ description: 'Version of Chancery.' }) }),
  handle: () => ({ version: productVersion }),
})
