import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { annulRegistration } from './annul-registration.ts'
import { correctRegistration } from './correct-registration.ts'
import { getRegistration } from './get-registration.ts'
import { listRegistrableApplications } from './list-registrable-applications.ts'
import { listRegistrations } from './list-registrations.ts'
import { registerElement } from './register-element.ts'

/** Operations under `/api/v1/registrations`, and the applications whose elements can be registered. */
export const registrationManagement: readonly Operation<Context>[] = [
  listRegistrations,
  registerElement,
  getRegistration,
  annulRegistration,
  correctRegistration,
  listRegistrableApplications,
]
