import { describe, it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

describe('a new dynamic segment', () => {
  it('is refused when its filter or its application is wrong', async () => {
    const create = (more: object) =>
      server.call('POST', '/api/v1/marketing/segments', {
        name: 'x',
        namespace: 'all',
        code: 'parts',
        filter: {},
        ...more,
      })
    assertRefused(await create({ code: 'part' }), 404, 'application.not_found', /did you mean "all.parts"/)
    assertRefused(await create({ filter: { tf: { cod: 'x' } } }), 400, 'query.unknown_field', /did you mean "code"/)
    assertRefused(await create({ filter: { eql: { query: '[code] =' } } }), 400, 'query.wrong_eql', /./)
    assertRefused(
      await create({ namespace: '_system_catalogs', code: '_users' }),
      400,
      'application.read_only',
      /built in/,
    )
  })
})
