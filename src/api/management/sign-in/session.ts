import { Type } from 'typebox'
import { passwordLength } from '../../../people/index.ts'
import { Time, Uuid } from '../../v1/schemas.ts'

export const Password = Type.String({
  ...passwordLength,
  description: 'Taken as it is; any characters. Not the login, and none of those that everybody tries first.',
})

export const SessionView = Type.Object({
  id: Uuid,
  createdAt: Time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'To the minute.' }),
  address: Type.String(),
  agent: Type.String({ description: 'As the browser called itself.' }),
  current: Type.Boolean({ description: 'It is the one that asks.' }),
})

/** Cut, since both are said by the other side. */
export function deviceOf(request: { address: string; requestId: string; header(name: string): string | undefined }) {
  const { address, requestId } = request
  return { address: address.slice(0, 100), agent: (request.header('user-agent') ?? '').slice(0, 300), requestId }
}

/** Are we reached by https, so that the cookie may be kept to it? */
export function isSecure(baseUrl: string | undefined): boolean {
  return baseUrl?.toLowerCase().startsWith('https://') === true
}
