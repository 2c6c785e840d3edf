import { Type } from 'typebox'
import { passwordTooWeak, passwordWrong, signInBusy, tooManyAttempts, userNotFound } from '../../../people/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'
import { Password } from './session.ts'

export const changePassword = operation({
  name: 'changePassword',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/me/password',
  summary: 'Change your own password',
  description:
    'Ends all other sessions of the user. A wrong `current` counts as a failed sign-in. A user without a password ' +
    'gets the first one from an administrator.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ current: Type.String({ maxLength: 128 }), password: Password }),
  result: Nothing,
  errors: [passwordWrong, passwordTooWeak, tooManyAttempts, signInBusy, userNotFound],
  handle: async ({ input, address }, { caller, people }) => {
    await people.passwords.change(caller, { ...input, address })
    return {}
  },
})
