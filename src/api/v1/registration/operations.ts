import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { listElementRegistrations } from './list-element-registrations.ts'

/** Operations under `/pub/v1/registration`. */
export const registrationOperations: readonly Operation<Context>[] = [listElementRegistrations]
