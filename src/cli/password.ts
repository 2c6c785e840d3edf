import type { Command } from './command.ts'
import { readSecret } from './read-secret.ts'
import { openServer, serverOptions } from './server-access.ts'

export const password: Command = {
  options: serverOptions,
  more: () =>
    'At a terminal, the command asks for the password without echo. Otherwise it reads the first line of stdin.',
  async run({ words, options }) {
    const [login, ...more] = words
    if (login === undefined || more.length > 0) throw new Error('give the login of one user')
    await using server = await openServer(options)
    const answer = await server.call('POST', '/pub/v1/user/list', {
      active: true,
      size: 100,
      filter: { tf: { login } },
    })
    const { result } = answer.result as { result: { __id: string; login: string }[] }
    const user = result.find((one) => one.login.toLowerCase() === login.toLowerCase())
    if (user === undefined) throw new Error(`no user has the login "${login}"`)
    const secret = await readSecret('Password', 'Repeat the password')
    await server.call('PUT', `/api/v1/users/${user.__id}/password`, { password: secret })
    console.error(`The password of ${user.login} is set; all sessions have ended.`)
    return 0
  },
}
