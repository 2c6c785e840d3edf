import { Type } from 'typebox'
import { passwordLength } from '../../../people/index.ts'
import { Time, Uuid } from '../../v1/schemas.ts'

export const Password = Type.String({
  ...passwordLength,
  description:
    'Password of any characters; spaces are not trimmed. The login and the most common passwords are refused.',
})

export const SessionView = Type.Object({
  id: Uuid,
  createdAt: Time,
  lastUsedAt: Type.String({ format: 'date-time', description: 'Time of the last use, rounded to a minute.' }),
  address: Type.String(),
  agent: Type.String({ description: 'Header `User-Agent` of the browser that signed in.' }),
  current: Type.Boolean({ description: 'Whether the session is the one that sends the request.' }),
})

/** Returns the address and user agent of a client, truncated because the client chooses their length. */
export function deviceOf(request: { address: string; requestId: string; header(name: string): string | undefined }) {
  const { address, requestId } = request
  return { address: address.slice(0, 100), agent: (request.header('user-agent') ?? '').slice(0, 300), requestId }
}

/** Whether clients reach the server by https, so that the cookie can have the attribute `Secure`. */
export function isSecure(baseUrl: string | undefined): boolean {
  return baseUrl?.toLowerCase().startsWith('https://') === true
}
