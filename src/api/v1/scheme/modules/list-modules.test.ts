import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../../test/shared-server.ts'
import { applyModules } from '../../../../modules/modules.fixture.ts'
import { rows } from '../groups/groups.fixture.ts'
import { got } from '../scheme.fixture.ts'

const server = useServer()
const modules = '/pub/v1/scheme/modules'

it('modules are listed by code, each with its schema', async () => {
  await applyModules(server.call, 'listed', { listed_two: 'name: Two\n', listed_one: 'name: One\n' })
  const { call } = await server.user()
  const all = await rows(call, modules)
  const codes = all.map(({ code }) => code)
  assert.deepEqual(codes, codes.toSorted())
  for (const code of ['listed_one', 'listed_two'])
    assert.deepEqual(
      all.find((one) => one.code === code),
      await got(call, `${modules}/${code}`),
    )
})
