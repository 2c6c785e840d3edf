import { after, before } from 'node:test'
import { newId } from '../src/foundation/kit/ids.ts'
import { aUser, type Everything, startEverything } from './everything.ts'
import type { Body, Call } from './platform.ts'
import { isShared, whenDone } from './sharing.ts'

/** A server that several test files share. Their tests create the objects that they need, with unique names. */
export interface SharedServer {
  /** Sends requests as the administrator. */
  readonly call: Call
  as(token: string): Call
  /** The running server with its platform and URL. */
  running(): Everything
  /** Creates a user with a unique login and a token. */
  user(more?: Body): Promise<{ id: string; login: string; call: Call }>
}

let shared: Promise<Everything> | undefined

/**
 * Starts the server of `startEverything` before the tests of a file, or uses the one that an earlier file of this
 * process has started. For tests of single operations, which need no settings and leave the server as it was.
 */
export function useServer(prepare?: (server: SharedServer) => Promise<void>): SharedServer {
  let started: Everything
  before(async () => {
    if (shared === undefined) {
      shared = startEverything()
      if (isShared()) whenDone(async () => (await shared!)[Symbol.asyncDispose]())
    }
    started = await shared
    await prepare?.(server)
  })
  after(async () => {
    if (isShared()) return started.assertRefusalsSeen()
    await started[Symbol.asyncDispose]()
  })
  const server: SharedServer = {
    call: (...request) => started.call(...request),
    as: (token) => started.as(token),
    running: () => started,
    async user(more = {}) {
      const login = `user-${newId()}`
      return { login, ...(await aUser(started, { login, ...more })) }
    },
  }
  return server
}
