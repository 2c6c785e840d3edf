import { listOf } from '../../../foundation/http/envelope.ts'
import { operation } from '../../operation.ts'
import { listResult, NoParams } from '../../v1/schemas.ts'
import { SessionView } from './session.ts'

export const listSessions = operation({
  name: 'listSessions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/me/sessions',
  summary: 'List your own sessions',
  description: 'Returns the sessions of the caller that have not ended, newest first.',
  right: 'user',
  params: NoParams,
  result: listResult(SessionView),
  handle: async (_request, { caller, people }) => {
    const sessions = await people.sessions.list(caller)
    return listOf(sessions, sessions.length)
  },
})
