import { Type } from 'typebox'
import { ElementParams } from '../v1/schemas.ts'

/** One subject's rights to one element. */
export const GrantParams = Type.Object({ ...ElementParams.properties, subject: Type.String() })
