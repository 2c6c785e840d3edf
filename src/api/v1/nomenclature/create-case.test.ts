import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aCase, anOffice, aSection, grant, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()

it('creates an open case with the default settings', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  const made = await aCase(server.call, { directoryId: section.id, docflow: 'output', index: ' 01-04 ', year: 2026 })
  assert.deepEqual(
    [made.state, made.docflow, made.index, made.year, made.officeId],
    ['active', 'output', '01-04', 2026, office.id],
  )
  assert.equal(made.serialId, made.id)
  assert.deepEqual(made.registrationSettings, {
    templateEnabled: true,
    template: '{$__index}',
    minLength: 1,
    editAfterRegistration: false,
    reserveEnabled: false,
    through: false,
    throughSerialId: null,
    resetInPeriod: false,
    resetSettings: null,
  })
})

it('names the place of each mistake in a number template', async () => {
  const { id: directoryId } = await anOffice(server.call)
  const body = (template: string) => ({ name: 'a', directoryId, docflow: 'input', registrationSettings: { template } })
  const create = (template: string) => server.call('POST', nomenclature, body(template))
  const answer = await create('{case.indx}/{seq:1}')
  assertRefused(
    answer,
    400,
    'nomenclature.wrong_template',
    /"{case.indx}" is unknown; did you mean "case.index".*character 1/,
  )
  const [first, second, ...others] = answer.body.problems
  assert.match(first.message, /"{case.indx}" is unknown/)
  assert.equal(first.field, 'registrationSettings.template')
  assert.match(second.message, /seq/)
  assert.deepEqual(others, [])
  assertRefused(await create('No. 1'), 400, 'nomenclature.wrong_template', /the counter is missing/)
  const list = await server.call('GET', `${nomenclature}?query={"filter":{"tf":{"directoryId":"${directoryId}"}}}`)
  assert.equal(list.body.result.total, 0)
})

it('keeps the index of a case unique in its office and year', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  await aCase(server.call, { directoryId: office.id, index: '01-03a', year: 2026 })
  const again = { name: 'a', docflow: 'input', directoryId: section.id, index: '01-03A', year: 2026 }
  assertRefused(await server.call('POST', nomenclature, again), 409, 'nomenclature.index_taken', /01-03A in 2026/)
  await aCase(server.call, { directoryId: section.id, index: '01-03a', year: 2027 })
  await aCase(server.call, { index: '01-03a', year: 2026 })
})

it('shares a counter, without chains and circles', async () => {
  const { id: directoryId } = await anOffice(server.call)
  const owner = await aCase(server.call, { directoryId })
  const through = (throughSerialId: string | null) => ({ registrationSettings: { through: true, throughSerialId } })
  const sharing = await aCase(server.call, { directoryId, ...through(owner.id) })
  assert.equal(sharing.serialId, owner.id)
  const create = (settings: object) =>
    server.call('POST', nomenclature, { name: 'a', docflow: 'input', directoryId, ...settings })
  const wrong = 'nomenclature.wrong_serial'
  assertRefused(await create(through(sharing.id)), 400, wrong, /itself shares the counter/)
  assertRefused(await create(through(null)), 400, wrong, /needs "throughSerialId"/)
  assertRefused(await create(through(newId())), 400, wrong, /no case/)
  const update = (id: string, body: object) => server.call('PUT', `${nomenclature}/${id}`, body)
  assertRefused(await update(owner.id, through(sharing.id)), 400, wrong, /itself shares/)
  assertRefused(await update(owner.id, through(owner.id)), 400, wrong, /its own counter/)
  const third = await aCase(server.call, { directoryId })
  assertRefused(await update(owner.id, through(third.id)), 400, wrong, /keeps its own/)
  assertDone(await update(sharing.id, { registrationSettings: { through: false } }))
  assertDone(await update(owner.id, through(third.id)))
})

it('does not let two cases share the counters of each other at the same time', async () => {
  const { id: directoryId } = await anOffice(server.call)
  const [first, second] = [await aCase(server.call, { directoryId }), await aCase(server.call, { directoryId })]
  const share = (id: string, throughSerialId: string) =>
    server.call('PUT', `${nomenclature}/${id}`, { registrationSettings: { through: true, throughSerialId } })
  const answers = await Promise.all([share(first.id, second.id), share(second.id, first.id)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
})

it('requires the right to administer the office', async () => {
  const { id: directoryId } = await anOffice(server.call)
  const user = await server.user()
  const body = { name: 'a', docflow: 'input', directoryId }
  assertRefused(await user.call('POST', nomenclature, body), 404, 'nomenclature.directory_not_found', /not found/)
  await grant(server.call, directoryId, user.id, ['register'])
  assertRefused(await user.call('POST', nomenclature, body), 403, 'nomenclature.not_allowed', /administer/)
})
