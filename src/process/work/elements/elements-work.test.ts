import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { upload } from '../../../../test/contract/matrix/imports.ts'
import { assertDone, aUser } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { applicationKind, elementRights } from '../../../data/index.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { groupIdOf, systemCaller } from '../../../people/index.ts'
import { writeZip } from '../../../solutions/files/write-zip.ts'
import type { Variables } from '../../engine/advance/index.ts'
import { grantableRights } from '../../engine/elements/common/check-element-action.ts'
import type { WorkCall, WorkOutcome } from '../../execution/work.ts'
import { createElementWork } from './index.ts'

const contracts = `
name: Contracts
fields:
  - { code: title, type: string, required: true }
  - { code: amount, type: number }
  - { code: scans, type: file, array: true }
statuses:
  - { code: draft, name: Draft, next: [signed] }
  - { code: signed, name: Signed, final: true }
unique: [title]
access: { elements: [{ to: [docs.lawyers], may: [view] }] }
`

describe('actions on elements', () => {
  let started: TestPlatform
  let person: Awaited<ReturnType<typeof aUser>>
  before(async () => {
    started = await startEmptyPlatform()
    const files = [
      ['solution.yaml', 'code: docs\nname: Documents\nversion: 1.0.0\n'],
      ['namespaces/docs/namespace.yaml', 'name: Documents\n'],
      ['namespaces/docs/apps/contracts.yaml', contracts],
      ['namespaces/docs/apps/notes.yaml', 'name: Notes\nfields: [{ code: text, type: string }]\n'],
      ['namespaces/docs/groups/lawyers.yaml', 'name: Lawyers\n'],
    ] as const
    assertDone(await started.call('POST', '/api/v1/solutions/apply', await writeZip(new Map(files))))
    person = await aUser(started, { login: 'petrova' })
  })
  after(() => started[Symbol.asyncDispose]())

  const applicationOf = (code: string) => {
    const { catalog } = started.platform.context.apps
    return catalog
      .snapshot()
      .of(applicationKind)
      .find((one) => one.code === code)!.application
  }
  interface Step {
    readonly settings?: JsonObject
    readonly input?: Variables
    readonly item?: { readonly app: string; readonly id: string } | undefined
  }
  function callOf({ settings = {}, input = {}, item }: Step): WorkCall {
    const instance = {
      id: newId(),
      template: newId(),
      version: 1,
      name: 'n',
      initiator: person.id,
      ...(item && { item }),
    }
    const call = {
      instance,
      wait: newId(),
      element: 'a',
      attempt: 1,
      input,
      caller: systemCaller(person.id),
      now: new Date(),
    }
    return { ...call, settings: { action: 'x', parameters: settings } }
  }
  const work = () =>
    new Map(
      createElementWork({
        ...started.platform.context,
        applicationById: (id) => {
          const { catalog } = started.platform.context.apps
          return catalog
            .snapshot()
            .of(applicationKind)
            .find(({ application }) => application.id === id)
        },
      }).map((one) => [one.action, one]),
    )
  /** Runs actions in one transaction and returns their outcomes. */
  const inOneTransaction = (...steps: readonly (readonly [action: string, step: Step])[]): Promise<WorkOutcome[]> =>
    started.platform.database.transaction(async (tx) => {
      const outcomes: WorkOutcome[] = []
      for (const [action, step] of steps) {
        const found = work().get(action)!
        assert.equal(found.place, 'transaction')
        outcomes.push(await found.run(tx, callOf(step)))
      }
      return outcomes
    })
  async function done(action: string, step: Step): Promise<Body> {
    const [outcome] = await inOneTransaction([action, step])
    assert.equal(outcome?.type, 'done', JSON.stringify(outcome))
    return outcome.variables
  }
  async function failed(action: string, step: Step): Promise<{ message: string; isFinal?: boolean }> {
    const [outcome] = await inOneTransaction([action, step])
    assert.equal(outcome?.type, 'failed', JSON.stringify(outcome))
    return outcome
  }
  const app = 'docs.contracts'
  let count = 0
  const title = () => `contract ${++count}`
  const aContract = async () => {
    const { id } = await done('element.create', { settings: { app }, input: { title: title() } })
    return { app: applicationOf('contracts').id, id }
  }

  it('creates an element from the input mappings, on behalf of the user whose action caused the advance', async () => {
    const input = { title: title(), amount: 12.5 }
    const { id, index, status, element } = await done('element.create', { settings: { app }, input })
    assert.deepEqual([element.amount, element.__createdBy, status], [12.5, person.id, 'draft'])
    assert.equal(element.__index, index)
    const stored = await started.call('GET', `/pub/v1/app/docs/contracts/${id}/get`)
    assertDone(stored)
    assert.equal(stored.body.item.title, input.title)
  })

  it('changes the element of the instance or the named element', async () => {
    const item = await aContract()
    const own = await done('element.update', { input: { amount: 7 }, item })
    assert.deepEqual([own.id, own.element.amount], [item.id, 7])
    for (const element of [item.id, [item.id], { namespace: 'docs', code: 'contracts', id: item.id }]) {
      const named = await done('element.update', { settings: { app, element }, input: { amount: null } })
      assert.deepEqual([named.id, named.element.amount], [item.id, null])
    }
  })

  it('reads an element without changing it, and gives nulls for an empty reference', async () => {
    const item = await aContract()
    const { element: written } = await done('element.update', { input: { amount: 3 }, item })
    const settings = { app, element: [item.id] }
    const read = await done('element.read', { settings })
    assert.deepEqual([read.id, read.name, read.status, read.element], [item.id, written.__name, 'draft', written])
    assert.deepEqual(await done('element.read', { item }), read)
    for (const element of [null, []]) {
      const { id, name } = await done('element.read', { settings: { app, element } })
      assert.deepEqual([id, name], [null, null])
    }
    const missing = { settings: { app, element: newId() } }
    assert.match((await failed('element.read', missing)).message, /not found/)
  })

  it('moves an element to a status', async () => {
    const item = await aContract()
    const { status } = await done('element.setStatus', { settings: { status: 'signed' }, item })
    assert.equal(status, 'signed')
  })

  it('attaches an upload of the user and an existing file', async () => {
    const item = await aContract()
    const hash = await upload(person.call)
    const first = await done('element.attachFile', {
      settings: { field: 'scans', file: { hash, name: 'a.csv' } },
      item,
    })
    const [file] = first.element.scans
    const other = await aContract()
    const second = await done('element.attachFile', { settings: { field: 'scans', file }, item: other })
    assert.deepEqual(second.element.scans, [file])
    const again = await done('element.attachFile', { settings: { field: 'scans', file: [file] }, item: other })
    assert.deepEqual(again.element.scans, [file])
  })

  it('takes a number', async () => {
    const first = await done('element.takeNumber', { settings: { app: 'docs.notes' } })
    const second = await done('element.takeNumber', { settings: { app: 'docs.notes' } })
    assert.deepEqual([first.number, second.number], [1, 2])
  })

  it('grants rights to users and groups, in addition to those they have', async () => {
    const item = await aContract()
    const reader = await aUser(started, { login: `reader-${item.id}` })
    const path = `/pub/v1/app/docs/contracts/${item.id}/get`
    assert.equal((await reader.call('GET', path)).status, 404)
    await done('element.grantAccess', { settings: { to: reader.id, rights: 'view' }, item })
    assertDone(await reader.call('GET', path))
    const to = [reader.id, 'docs.lawyers']
    await done('element.grantAccess', { settings: { to, rights: ['edit'], comment: 'they asked' }, item })
    const grants = await started.call('GET', `/api/v1/elements/docs/contracts/${item.id}/grants`)
    assertDone(grants)
    const shown = grants.body.grants.map((one: JsonObject) => [one.subject, one.rights, one.comment])
    assert.deepEqual(
      shown.sort(),
      [
        [reader.id, ['view', 'edit'], 'they asked'],
        [groupIdOf('docs', 'lawyers'), ['edit'], 'they asked'],
      ].sort(),
    )
  })

  it('take rights to an element from users and groups, or the whole grant; without a grant nothing happens', async () => {
    const item = await aContract()
    const reader = await aUser(started, { login: `reader-${item.id}` })
    const to = [reader.id, 'docs.lawyers']
    await done('element.grantAccess', { settings: { to, rights: 'view edit' }, item })
    const shown = async (): Promise<unknown[]> => {
      const grants = await started.call('GET', `/api/v1/elements/docs/contracts/${item.id}/grants`)
      assertDone(grants)
      return grants.body.grants.map((one: JsonObject) => [one.subject, one.rights]).sort()
    }
    await done('element.revokeAccess', { settings: { to: reader.id, rights: 'edit, delete' }, item })
    assert.deepEqual(
      await shown(),
      [
        [reader.id, ['view']],
        [groupIdOf('docs', 'lawyers'), ['view', 'edit']],
      ].sort(),
    )
    await done('element.revokeAccess', { settings: { to: 'docs.lawyers' }, item })
    assert.deepEqual(await shown(), [[reader.id, ['view']]])
    await done('element.revokeAccess', { settings: { to }, item })
    assert.deepEqual(await shown(), [])
    await done('element.revokeAccess', { settings: { to }, item })
    assert.equal((await reader.call('GET', `/pub/v1/app/docs/contracts/${item.id}/get`)).status, 404)
    const entries = await started.call('GET', `/api/v1/audit?object=grant:docs.contracts/${item.id}/${reader.id}`)
    assertDone(entries)
  })

  it('see earlier changes of their transaction, and write nothing when the transaction fails', async () => {
    const name = title()
    const before = await started.call('GET', '/pub/v1/app/docs/contracts/list')
    await assert.rejects(
      started.platform.database.transaction(async (tx) => {
        const step = { settings: { app }, input: { title: name } }
        const made = await work()
          .get('element.create')!
          .run(tx as never, callOf(step) as never)
        assert.equal(made.type, 'done')
        const item = { app: applicationOf('contracts').id, id: String(made.type === 'done' && made.variables.id) }
        const to = groupIdOf('docs', 'lawyers')
        for (const [action, settings] of [
          ['element.setStatus', { status: 'signed' }],
          ['element.grantAccess', { to, rights: 'view' }],
        ] as const) {
          const outcome = await work()
            .get(action)!
            .run(tx as never, callOf({ settings, item }) as never)
          assert.equal(outcome.type, 'done', JSON.stringify(outcome))
        }
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    const later = await started.call('GET', '/pub/v1/app/docs/contracts/list')
    assert.equal(later.body.result.total, before.body.result.total)
  })

  it('a refused action fails with the message of the refusal, and the transaction can continue', async () => {
    const item = await aContract()
    const [refused, second] = await inOneTransaction(
      ['element.create', { settings: { app }, input: { amount: 1 } }],
      ['element.update', { input: { amount: 5 }, item }],
    )
    assert.deepEqual([refused?.type, second?.type], ['failed', 'done'])
    assert.match(JSON.stringify(refused), /title/)
  })

  describe('fail without another attempt', () => {
    const cases: readonly [string, string, Step, RegExp][] = [
      [
        'without an element',
        'element.update',
        { input: { amount: 1 } },
        /does not run for an element; name the application/,
      ],
      ['of an unknown application', 'element.create', { settings: { app: 'docs.contract' } }, /docs.contract/],
      [
        'with a wrong path',
        'element.create',
        { settings: { app: 'contracts' } },
        /it must be a path such as legal.contracts/,
      ],
      [
        'with no id',
        'element.update',
        { settings: { app, element: 'five' } },
        /"element" is "five"; it must be the id/,
      ],
      [
        'of an unknown element',
        'element.update',
        { settings: { app, element: newId() }, input: { amount: 1 } },
        /not found/,
      ],
      ['with an unknown field', 'element.create', { settings: { app }, input: { titel: 'a' } }, /titel/],
      [
        'with no status',
        'element.setStatus',
        { settings: { app, element: newId(), status: 5 } },
        /"status" is 5; it must be the code of a status/,
      ],
      [
        'with no file',
        'element.attachFile',
        { settings: { app, element: newId(), field: 'scans', file: 'a' } },
        /"file" is "a"/,
      ],
      [
        'with an unknown right',
        'element.grantAccess',
        { settings: { app, element: newId(), to: 'docs.lawyers', rights: 'own' } },
        /right "own" is unknown/,
      ],
      [
        'for nobody whose rights are taken',
        'element.revokeAccess',
        { settings: { app, element: newId(), to: ' ' } },
        /"to" is " "/,
      ],
      [
        'for nobody',
        'element.grantAccess',
        { settings: { app, element: newId(), to: [], rights: 'view' } },
        /"to" is \[\]/,
      ],
      [
        'for someone unknown',
        'element.grantAccess',
        { settings: { app, element: newId(), to: 'x', rights: 'view' } },
        /neither an id nor the path/,
      ],
    ]
    for (const [name, action, step, expected] of cases) {
      it(name, async () => {
        const { message, isFinal } = await failed(action, step)
        assert.match(message, expected)
        assert.equal(isFinal, true)
      })
    }

    it('with a status that the graph does not allow, and for a group that does not exist', async () => {
      const item = await aContract()
      assert.match((await failed('element.setStatus', { settings: { status: 'signd' }, item })).message, /signd/)
      const grant = { settings: { to: 'docs.clerks', rights: 'view' }, item }
      assert.match((await failed('element.grantAccess', grant)).message, /no user, group or item/)
      const other = { settings: { app: 'docs.notes' }, input: { text: 'a' }, item }
      assert.match(
        (await failed('element.update', other)).message,
        /runs for an element of docs.contracts, not of docs.notes/,
      )
    })
  })

  it('a process can grant the same rights as the API', () => {
    assert.deepEqual(grantableRights, elementRights.grantable)
  })
})
