import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { requests, storage, testValues } from './stored-values.fixture.ts'

const server = useServer()

testValues(server, { title: 'an application', path: 'all/things', other: 'all/parts', object: 'all.things' })

it('a value of an unknown application is refused, with a suggestion', async () => {
  for (const [method, body] of requests) {
    const answer = await server.call(method, `${storage}/all/thing/k`, body)
    assertRefused(answer, 404, 'application.not_found', /"all.thing" not found; did you mean "all.things"/)
  }
})
