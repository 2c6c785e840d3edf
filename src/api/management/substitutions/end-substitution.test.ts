import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('is ended by the principal, once', async () => {
  const [principal, substitute] = [await server.user(), await server.user()]
  const created = await principal.call('POST', '/api/v1/substitutions', { substitute: substitute.id })
  assertDone(created)
  const path = `/api/v1/substitutions/${created.body.id}`
  assertRefused(await substitute.call('DELETE', path), 404, 'substitution.not_found', /no such substitution/)
  assertDone(await principal.call('DELETE', path))
  assertRefused(await principal.call('DELETE', path), 404, 'substitution.not_found', /./)
})
