import { Type } from 'typebox'
import { passwordTooWeak, signInBusy, userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'
import { Password } from './session.ts'

export const setPassword = operation({
  name: 'setPassword',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/users/{id}/password',
  summary: 'Set the password of a user',
  description: 'Ends all sessions of the user, and unlocks a login that failed too often.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({ password: Password }),
  result: Nothing,
  errors: [userNotFound, passwordTooWeak, signInBusy],
  handle: async ({ params, input }, { caller, people }) => {
    await people.passwords.set(caller, params.id, input.password)
    return {}
  },
})
