import { Type } from 'typebox'
import { type Audit, systemActor } from '../../../foundation/audit/index.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { passwordLength } from '../../../people/index.ts'
import { Time, Uuid } from '../../v1/schemas.ts'

export const Password = Type.String({
  ...passwordLength,
  description:
    'Password of any characters; spaces are not trimmed. The login, the most common passwords and a single repeated ' +
    'character are refused.',
})

export const SessionView = Type.Object(
  {
    id: Uuid,
    createdAt: Time,
    lastUsedAt: Type.String({ format: 'date-time', description: 'Time of the last use, rounded to a minute.' }),
    address: Type.String(),
    agent: Type.String({ description: 'Header `User-Agent` of the browser that signed in.' }),
    current: Type.Boolean({ description: 'Whether the session is the one that sends the request.' }),
  },
  { title: 'Session' },
)

/** Returns the address and user agent of a client, truncated because the client chooses their length. */
export function deviceOf(request: { address: string; requestId: string; header(name: string): string | undefined }) {
  const { address, requestId } = request
  return { address: address.slice(0, 100), agent: (request.header('user-agent') ?? '').slice(0, 300), requestId }
}

/** Returns whether clients reach the server by https, so that the cookie can have the attribute `Secure`. */
export function isSecure(baseUrl: string | undefined): boolean {
  return baseUrl?.toLowerCase().startsWith('https://') === true
}

/**
 * Waits for a sign-in and records its refusal in the audit log, except for a mistake in the input. The login is not
 * recorded, because people sometimes type their password as the login.
 */
export async function noteRefused<T>(
  signIn: Promise<T>,
  { audit, path, operation, requestId }: { audit: Audit; path: string; operation: string; requestId: string },
): Promise<T> {
  return signIn.catch((error: unknown) => {
    if (error instanceof PlatformError && error.status !== 400)
      audit.noteRefusal({ ...systemActor, operation, requestId }, { code: error.code, path })
    throw error
  })
}
