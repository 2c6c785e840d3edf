import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Everything, startEverything } from '../../../../test/everything.ts'
import { applyFiles, filesOf, namespaces, solutions } from './scheme.fixture.ts'

let started: Everything
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

const application = (path: string): string => `${namespaces}/${path.replace('.', '/apps/')}/exportable`
const namespace = (code: string): string => `${namespaces}/${code}/exportable`
const solution = (code: string): string => `${solutions}/${code}/exportable`

/** Returns true, or the references that prevent the export. */
async function answer(path: string): Promise<true | string[]> {
  const { status, body } = await started.call('GET', path)
  assert.deepEqual([status, Object.keys(body)], [200, ['success', 'error', 'exportable', 'reasons']])
  const reasons = body.reasons.map((reason: Record<string, string>) => `${reason.code} ${reason.path} ${reason.ref}`)
  assert.equal(body.exportable, reasons.length === 0)
  return body.exportable || reasons
}

async function deploy(code: string, fields: string, more = ''): Promise<void> {
  await applyFiles(started.call, filesOf(code, { one: `name: One\nfields:\n${fields}` }, more))
}

describe('exportable', () => {
  it('is an application that refers to no other application', async () => {
    assert.equal(await answer(application('ref.counterparties')), true)
    assert.equal(await answer(application('all.parts')), true)
  })

  it('is not an application that refers to another one, even in the same namespace', async () => {
    const reason = 'outside_application ref.contacts.counterparty ref.counterparties'
    assert.deepEqual(await answer(application('ref.contacts')), [reason])
    assert.deepEqual(await answer(application('all.things')), [
      'outside_application all.things.part all.parts',
      'outside_application all.things.parts all.parts',
    ])
  })

  it('is a namespace, and a solution, whose applications refer only to each other', async () => {
    for (const path of [namespace('ref'), namespace('all'), solution('office'), solution('everything')]) {
      assert.equal(await answer(path), true, path)
    }
  })

  it('is a built-in application', async () => {
    assert.equal(await answer(namespace('_system_catalogs')), true)
  })

  it('is not an application in the built-in namespace that refers to others, and the reasons are given', async () => {
    await applyFiles(started.call, {
      'solution.yaml': 'code: added\nname: Added\nversion: 1.0.0\n',
      'namespaces/_system_catalogs/apps/units.yaml':
        'name: Units\nfields: [{ code: who, type: reference, to: ref.contacts }]\n',
    })
    const reason = 'outside_application _system_catalogs.units.who ref.contacts'
    assert.deepEqual(await answer(solution('added')), [reason])
    await applyFiles(started.call, { 'solution.yaml': 'code: added\nname: Added\nversion: 1.0.0\n' })
  })

  it('is nothing that refers to a solution on which its own solution does not depend', async () => {
    const reason = 'outside_application loose.one.who ref.contacts'
    await deploy('loose', '  - { code: who, type: reference, to: ref.contacts }\n')
    for (const path of [application('loose.one'), namespace('loose'), solution('loose')]) {
      assert.deepEqual(await answer(path), [reason], path)
    }
    await deploy('loose', '  - { code: who, type: reference, to: ref.contacts }\n', 'dependencies: [office]\n')
    for (const path of [application('loose.one'), namespace('loose'), solution('loose')]) {
      assert.equal(await answer(path), true, path)
    }
  })

  it('requires a direct dependency: the dependency of a dependency does not count', async () => {
    await deploy('middle', '  - { code: who, type: reference, to: ref.contacts }\n', 'dependencies: [office]\n')
    await deploy('far', '  - { code: who, type: reference, to: ref.contacts }\n', 'dependencies: [middle]\n')
    assert.deepEqual(await answer(solution('far')), ['outside_application far.one.who ref.contacts'])
  })

  it('is a namespace only if it needs no other namespace of its solution', async () => {
    await applyFiles(started.call, {
      ...filesOf('left', { one: 'name: One\nfields: [{ code: other, type: reference, to: right.two }]\n' }),
      'namespaces/right/namespace.yaml': 'name: Right\n',
      'namespaces/right/apps/two.yaml': 'name: Two\n',
    })
    assert.equal(await answer(solution('left')), true)
    assert.equal(await answer(namespace('right')), true)
    assert.deepEqual(await answer(namespace('left')), ['outside_application left.one.other right.two'])
  })

  it('takes the columns of tables into account', async () => {
    const column = '{ code: what, type: reference, to: ref.products }'
    await deploy('table', `  - { code: lines, type: table, columns: [${column}] }\n`)
    assert.deepEqual(await answer(solution('table')), ['outside_application table.one.lines.what ref.products'])
  })

  it('is nothing with default values that name elements of this installation', async () => {
    const id = '018f0000-0000-7000-8000-000000000001'
    await deploy(
      'names',
      `  - { code: user, type: user, default: [${id}] }
  - { code: self, type: reference, to: names.one, default: [${id}] }
  - { code: any, type: any_reference, default: [{ namespace: ref, code: contacts, id: ${id} }] }
  - { code: role, type: role, default: [{ type: user, code: ${id} }] }
  - { code: place, type: org_item, default: [${id}] }
  - { code: file, type: file, default: [${id}] }
  - { code: folder, type: directory, default: ${id} }
  - code: lines
    type: table
    columns: [{ code: who, type: user }]
    default: { rows: [{ who: [${id}] }], result: {} }
  - { code: plain, type: number, default: 5 }
  - { code: nobody, type: user, default: [] }
`,
    )
    assert.deepEqual(await answer(solution('names')), [
      `local_record names.one.user ${id}`,
      `local_record names.one.self ${id}`,
      `local_record names.one.any ref:contacts:${id}`,
      `local_record names.one.role user:${id}`,
      `local_record names.one.place ${id}`,
      `local_record names.one.file ${id}`,
      `local_record names.one.folder ${id}`,
      `local_record names.one.lines ${id}`,
    ])
  })

  it('is a definition with a reference to any application, because it names none', async () => {
    await deploy('open', '  - { code: any, type: any_reference, array: true }\n  - { code: by, type: user }\n')
    assert.equal(await answer(application('open.one')), true)
  })
})
