import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aCase, anOffice, aSection, management, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()
const update = (id: string, body: object) => server.call('PUT', `${nomenclature}/${id}`, body)

it('changes the given values only, and the given settings only', async () => {
  const made = await aCase(server.call, { registrationSettings: { template: '{seq}-a', minLength: 3 } })
  const answer = await update(made.id, {
    docflow: 'internal',
    registrationSettings: {
      resetInPeriod: true,
      resetSettings: { resetPeriod: 'month', nextResetAt: '2027-01-01T03:00:00+03:00' },
    },
  })
  assertDone(answer)
  const { name, docflow, registrationSettings } = answer.body.item
  assert.deepEqual(
    [name, docflow, registrationSettings.template, registrationSettings.minLength],
    [made.name, 'internal', '{seq}-a', 3],
  )
  assert.deepEqual(registrationSettings.resetSettings, {
    resetPeriod: 'month',
    resetPeriodCount: 1,
    nextResetAt: '2027-01-01T00:00:00Z',
  })
})

it('keeps the earlier templates', async () => {
  const made = await aCase(server.call, { registrationSettings: { template: '{seq}' } })
  assertDone(await update(made.id, { registrationSettings: { template: '{seq}/{yy}' } }))
  assertDone(await update(made.id, { name: 'another' }))
  const answer = await server.call('GET', `${management}/${made.id}`)
  assertDone(answer)
  assert.deepEqual(
    answer.body.templates.map(({ no, template }: { no: number; template: string }) => [no, template]),
    [
      [2, '{seq}/{yy}'],
      [1, '{seq}'],
    ],
  )
})

it('moves a case inside its office only', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  const made = await aCase(server.call, { directoryId: office.id })
  assertDone(await update(made.id, { directoryId: section.id }))
  const other = await anOffice(server.call)
  assertRefused(await update(made.id, { directoryId: other.id }), 400, 'nomenclature.wrong_directory', /another office/)
})

it('refuses a wrong template and changes nothing', async () => {
  const made = await aCase(server.call)
  const answer = await update(made.id, { name: 'changed', registrationSettings: { template: '{sek}' } })
  assertRefused(answer, 400, 'nomenclature.wrong_template', /did you mean "seq"/)
  const after = await server.call('GET', `${management}/${made.id}`)
  assert.equal(after.body.item.name, made.name)
})

it('ignores what only the management API changes, and everything that it does not know', async () => {
  const made = await aCase(server.call, {})
  const before = await server.call('GET', `${management}/${made.id}`)
  const unknown = {
    state: 'disposed',
    office: made.directoryId,
    serial: made.id,
    retention: { kind: 'never heard of' },
  }
  assertDone(await update(made.id, { ...unknown, note: 7, registrationSettings: { secret: 'x' } }))
  const after = await server.call('GET', `${management}/${made.id}`)
  for (const { status, body } of [before, after]) {
    assert.equal(status, 200)
    for (const moment of ['updatedAt', '__updatedAt']) delete body.item[moment]
  }
  assert.deepEqual(after.body, before.body)
})
