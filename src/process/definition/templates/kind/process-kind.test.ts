import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../../test/platform.ts'
import { exported, got } from '../../../../api/v1/scheme/scheme.fixture.ts'
import { sql } from '../../../../foundation/db/sql.ts'
import { newId, nilId } from '../../../../foundation/kit/ids.ts'
import { kinds } from '../../../../platform/kinds.ts'
import { raiseCatalog } from '../../../../solutions/catalog.store.ts'
import { readZip } from '../../../../solutions/files/read-zip.ts'
import type { FileContent } from '../../../../solutions/files/solution-files.ts'
import { writeZip } from '../../../../solutions/files/write-zip.ts'
import { jsonSchemas } from '../../../../solutions/index.ts'
import { bpmn, end, extensions, flows, start, user } from '../../../engine/process.fixture.ts'
import { templateId } from '../stored-templates.ts'
import { callOf, oneTask, publish } from '../templates.fixture.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const approve = 'namespaces/shop/processes/approve'
const check = 'namespaces/shop/apps/orders/processes/check'
const base: Readonly<Record<string, FileContent>> = {
  'solution.yaml': 'code: shop\nname: Shop\nversion: 1.0.0\n',
  'namespaces/shop/namespace.yaml': 'name: Shop\n',
  'namespaces/shop/apps/orders.yaml': 'name: Orders\n',
  'namespaces/shop/groups/clerks.yaml': 'name: Clerks\n',
}
const settings = `description: Approves an order
access:
  - { to: [ shop.clerks ], may: [ start ] }
startLimit: { starts: 10, period: PT1H }
interruption: initiator
startFrom: [ shop.orders ]
startOn:
  - { application: shop.orders, event: created }
`
const whole = {
  ...base,
  [`${approve}.bpmn`]: bytesOf(`\ufeff<?xml version="1.0"?>\r\n${oneTask()}\r\n`),
  [`${approve}.yaml`]: settings,
  [`${check}.bpmn`]: bytesOf(oneTask('', 'second')),
}

describe('the processes of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const send = async (what: string, files: Readonly<Record<string, FileContent>>) =>
    started.call('POST', `/api/v1/solutions/${what}`, await writeZip(new Map(Object.entries(files))))
  async function sentences(what: string, files: Readonly<Record<string, FileContent>>): Promise<string[]> {
    const answer = await send(what, files)
    assertDone(answer)
    return answer.body.changes.map(({ sentence }: Body) => sentence)
  }
  const problems = async (files: Readonly<Record<string, FileContent>>): Promise<string[]> => {
    const { status, body } = await send('plan', files)
    assert.equal(status, 400, JSON.stringify(body))
    return body.problems.map(({ file, path, message }: Body) => `${file} ${path}: ${message}`)
  }
  const versionOf = async (path: string) => (await got(started.call, `/api/v1/processes/${path}`)).version
  const drift = (): Promise<Body[]> => got(started.call, '/api/v1/solutions/shop/drift')

  it('are planned and applied with everything else', async () => {
    const lines = [
      'adds the solution "Shop" 1.0.0',
      'adds the namespace "shop"',
      'adds the group shop.clerks "Clerks"',
      'adds the application shop.orders "Orders" with 0 fields and 0 statuses',
      'adds the process shop.orders.check "check"',
      'adds the process shop.approve "approve"',
    ]
    assert.deepEqual(await sentences('plan', whole), lines)
    assert.deepEqual(await sentences('apply', whole), lines)
    assert.deepEqual(await sentences('plan', whole), [])
    assert.deepEqual([await versionOf('shop/approve'), await versionOf('shop.orders/check')], [1, 1])
  })

  it('are exported byte by byte, and the export changes nothing', async () => {
    const zip = await (await exported(started.url, 'shop')).bytes()
    const files = Object.fromEntries(await readZip(zip))
    assert.deepEqual(Object.keys(files).sort(), Object.keys(whole).sort())
    assert.equal(files[`${approve}.yaml`], settings)
    for (const path of [`${approve}.bpmn`, `${check}.bpmn`] as const)
      assert.deepEqual(Buffer.from(files[path] as Uint8Array), Buffer.from(whole[path]!))
    const answer = await started.call('POST', '/api/v1/solutions/plan', zip)
    assert.deepEqual(answer.body.changes, [])
  })

  it('get a new version for a changed file, but not for changed settings', async () => {
    const changed = { ...whole, [`${approve}.bpmn`]: bytesOf(oneTask('', 'other')) }
    assert.deepEqual(await sentences('apply', changed), ['publishes version 2 of the process shop.approve'])
    const described = { ...changed, [`${approve}.yaml`]: settings.replace('Approves', 'Checks') }
    assert.deepEqual(await sentences('apply', described), ['changes the settings of the process shop.approve'])
    assert.equal((await got(started.call, '/api/v1/processes/shop/approve')).description, 'Checks an order')
    assert.equal(await versionOf('shop/approve'), 2)
    const { body } = await started.call('GET', '/api/v1/processes/shop/approve/versions')
    assert.equal(body.versions[0].comment, 'solution shop 1.0.0')
    assert.deepEqual(await sentences('apply', whole), [
      'publishes version 3 of the process shop.approve',
      'changes the settings of the process shop.approve',
    ])
  })

  it('tell whose sight of the instances changes with the access rules', async () => {
    const ruled = (access: string): typeof whole => ({
      ...whole,
      [`${approve}.yaml`]: settings.replace(/access:\n.*\n/, access),
    })
    const change = 'changes the settings of the process shop.approve'
    for (const [access, lines] of [
      [
        'access: [{ to: [shop.clerks], may: [start, view] }]\n',
        ['shows all instances of the process shop.approve to shop.clerks'],
      ],
      ['access: [{ to: [everyone], may: [view] }]\n', ['shows all instances of the process shop.approve to everyone']],
      ['', ['hides the instances of the process shop.approve from everyone who does not take part in them']],
      [
        'access: [{ to: [shop.clerks], may: [administer] }]\n',
        [
          'shows all instances of the process shop.approve to shop.clerks',
          'hides instances of the process shop.approve from readers of their elements',
        ],
      ],
      [
        '',
        [
          'hides the instances of the process shop.approve from shop.clerks, except for those that they take part in',
          'shows instances of the process shop.approve to readers of their elements',
        ],
      ],
    ] as const)
      assert.deepEqual(await sentences('apply', ruled(access)), [change, ...lines])
    assert.deepEqual(await sentences('apply', whole), [
      change,
      'hides instances of the process shop.approve from readers of their elements',
    ])
  })

  it('are named by plan and drift when everyone saw their instances before an update, until the next apply', async () => {
    const open = { ...whole, [`${approve}.yaml`]: settings.replace(/access:\n.*\n/, '') }
    await sentences('apply', open)
    assert.deepEqual((await send('plan', open)).body.warnings, [])
    // The migration leaves a process that was published earlier in this state.
    await started.platform.database.transaction(async (tx) => {
      await tx.rows(sql`update process_template set was_open = true where code = 'approve'`)
      await raiseCatalog(tx)
    })
    await started.platform.context.apps.catalog.refresh()
    const [warning, ...more] = (await send('plan', open)).body.warnings
    assert.deepEqual([warning.file, more], [`${approve}.bpmn`, []])
    assert.match(warning.message, /no "access".*visible only to.*and no longer to every user/)
    assert.deepEqual(
      (await drift()).map(({ what, path, sentence }) => [what, path, sentence]),
      [
        [
          'process',
          'shop.approve',
          'since an update, the instances of the process shop.approve are visible only to their initiators and performers, to readers of their elements and to administrators, because the process has no access rules',
        ],
      ],
    )
    await sentences('apply', { ...open, 'namespaces/shop/namespace.yaml': 'name: The shop\n' })
    assert.deepEqual([(await send('plan', open)).body.warnings, await drift()], [[], []])
    await sentences('apply', whole)
  })

  it('show versions and processes that were published by hand as drift', async () => {
    assert.deepEqual(await drift(), [])
    assertDone(await publish(started.call, 'shop.approve', oneTask('', 'urgent')))
    assertDone(await publish(started.call, 'shop.byhand', oneTask()))
    assert.deepEqual(await drift(), [
      {
        kind: 'changed',
        what: 'process',
        path: 'shop.approve',
        sentence: 'version 4 of the process shop.approve was published by hand',
        key: 'processVersionPublishedByHand',
        template: 'version {0} of the process {1} was published by hand',
        values: [4, 'shop.approve'],
      },
      {
        kind: 'added',
        what: 'process',
        path: 'shop.byhand',
        sentence: 'the process shop.byhand "byhand" was published by hand',
        key: 'processPublishedByHand',
        template: 'the process {0} "{1}" was published by hand',
        values: ['shop.byhand', 'byhand'],
      },
    ])
    assert.deepEqual(await sentences('apply', whole), ['publishes version 5 of the process shop.approve'])
    const taken = { ...whole, 'namespaces/shop/processes/byhand.bpmn': bytesOf(oneTask()) }
    assert.deepEqual(await sentences('apply', taken), [
      'takes over the process shop.byhand, which was published by hand',
    ])
    assert.deepEqual(await drift(), [])
  })

  it('are retired when their files are removed, which needs consent while instances run', async () => {
    assert.deepEqual(await sentences('apply', whole), ['retires the process shop.byhand'])
    assertRefused(await started.call('GET', '/api/v1/processes/shop/byhand'), 404, 'process.not_found', /./)
    const template = templateId({ namespace: 'shop', code: 'approve' })
    const id = newId()
    await started.platform.database.single.rows(sql`
      insert into process_instance (id, template, version, rev, state, name, context, created_at, created_by, updated_at,
        updated_by, root) values (${id}, ${template}, 5, 1, 'wait', 'one', '{}', now(), ${nilId}, now(), ${nilId}, ${id})`)
    const without = { ...base, [`${check}.bpmn`]: whole[`${check}.bpmn`]! }
    const refused = await send('apply', without)
    assertRefused(
      refused,
      400,
      'definition.consent_needed',
      /retires the process shop\.approve; 1 running instance continues/,
    )
    await sentences('apply?allowDestructive=true', without)
    assertRefused(await started.call('GET', '/api/v1/processes/shop/approve'), 404, 'process.not_found', /./)
    const { programs } = started.platform.context.processes.templates
    const { reader } = started.platform.database
    assert.equal(await programs.find(reader, { namespace: 'shop', code: 'approve' }), undefined)
    assert.equal((await programs.get(reader, template, 5)).version, 5)
    const byHand = await publish(started.call, 'shop.approve', whole[`${approve}.bpmn`] as Uint8Array)
    assert.deepEqual([byHand.body.version, byHand.body.changed], [5, true])
    assert.equal((await got(started.call, '/api/v1/processes/shop/approve')).solution, null)
    assert.deepEqual(await sentences('apply', whole), [
      'takes over the process shop.approve, which was published by hand',
    ])
    assert.equal(await versionOf('shop/approve'), 5)
  })

  it('say when ended instances are removed, which needs consent when some are due', async () => {
    const keeping = (days: number) => ({ ...whole, [`${approve}.yaml`]: `${settings}keepDays: ${days}\n` })
    assert.deepEqual(await sentences('apply', keeping(400)), [
      'removes instances of the process shop.approve 400 days after their end',
    ])
    const id = newId()
    await started.platform.database.single.rows(sql`
      insert into process_instance (id, template, version, rev, state, name, context, created_at, created_by, updated_at,
        updated_by, ended_at, root)
      values (${id}, ${templateId({ namespace: 'shop', code: 'approve' })}, 5, 1, 'done', 'one', '{}', now(), ${nilId}, now(),
        ${nilId}, now() - interval '40 days', ${id})`)
    assertRefused(
      await send('apply', keeping(30)),
      400,
      'definition.consent_needed',
      /30 days after their end; those that are due now \(1\) are exported and removed within a day/,
    )
    await sentences('apply?allowDestructive=true', keeping(30))
    assert.deepEqual(await sentences('apply', keeping(0)), [
      'keeps ended instances of the process shop.approve for ever',
    ])
    assert.deepEqual(await sentences('apply', whole), [
      'keeps ended instances of the process shop.approve as the installation is set',
    ])
  })

  it('are refused with every problem, at the element of the diagram', async () => {
    const broken = oneTask()
      .replace('<userTask id="check"', '<implicitThrowEvent id="check"')
      .replace('</userTask>', '</implicitThrowEvent>')
    assert.deepEqual(
      await problems({
        ...base,
        [`${approve}.bpmn`]: bytesOf(broken),
        [`${approve}.yaml`]:
          'access:\n  - { to: [author], may: [start] }\n  - { to: [shop.clerk], may: [view] }\nstartFrom: [shop.order]\ncalendar: shop.office\n',
        'namespaces/shop/processes/alone.yaml': 'description: nothing\n',
        'namespaces/shop/apps/order/processes/check.bpmn': bytesOf(oneTask()),
      }),
      [
        'namespaces/shop/processes/alone.yaml : namespaces/shop/processes/alone.bpmn is missing; a file of settings alone is no process',
        `${approve}.yaml access[0].to[0]: only groups and everyone are allowed here, because a process has no author`,
        'namespaces/shop/apps/order/processes/check.bpmn : there is no application "shop.order"; did you mean "shop.orders"?',
      ],
    )
    const hour = {
      ...base,
      [`${approve}.bpmn`]: bytesOf(oneTask()),
      [`${approve}.yaml`]: settings.replace('PT1H', '1h'),
    }
    assert.deepEqual(await problems(hour), [
      `${approve}.yaml startLimit.period: "1h" must be a duration in ISO 8601, such as PT4H`,
    ])
    const element = await problems({ ...base, [`${approve}.bpmn`]: bytesOf(broken) })
    assert.match(element[0]!, /approve\.bpmn check: .*use an intermediate throw event/)
    assert.deepEqual(
      await problems({
        ...base,
        [`${approve}.bpmn`]: bytesOf(oneTask()),
        [`${approve}.yaml`]:
          'access:\n  - { to: [shop.clerk], may: [view] }\nstartFrom: [shop.order]\ncalendar: shop.office\n',
      }),
      [
        `${approve}.yaml access[0].to[0]: there is no group "shop.clerk"; did you mean "shop.clerks"?`,
        `${approve}.yaml calendar: there is no calendar "shop.office"`,
        `${approve}.yaml startFrom[0]: there is no application "shop.order"; did you mean "shop.orders"?`,
      ],
    )
  })

  it('are refused when they call each other in a cycle', async () => {
    const ring = {
      ...base,
      [`${approve}.bpmn`]: bytesOf(callOf('shop.pay')),
      'namespaces/shop/processes/pay.bpmn': bytesOf(callOf('shop.approve')),
    }
    const messages = await problems(ring)
    assert.equal(messages.length, 2)
    assert.match(
      messages[0]!,
      /approve\.bpmn c: the process would call itself: shop\.approve calls shop\.pay calls shop\.approve/,
    )
  })

  it('are refused when their element events name fields or statuses that the application does not have', async () => {
    const event = '<chancery:elementEvent app="shop.orders" event="created" condition="totl = 1"/>'
    const orders =
      'name: Orders\nfields: [{ code: total, name: Total, type: number }]\nstatuses: [{ code: paid, name: Paid }, { code: new, name: New }]\n'
    const wrong = {
      ...base,
      'namespaces/shop/apps/orders.yaml': orders,
      [`${approve}.bpmn`]: bytesOf(bpmn([start('s', extensions(event)), end(), flows('s > e')])),
      [`${approve}.yaml`]: 'startOn: [{ application: shop.orders, event: statusChanged, status: payd }]\n',
    }
    assert.deepEqual(await problems(wrong), [
      `${approve}.bpmn s: condition of chancery:elementEvent on shop.orders: unknown name "totl" at 1:1; did you mean "total"?`,
      `${approve}.yaml startOn[0].status: there is no status "payd" in shop.orders; did you mean "paid"?`,
    ])
  })

  it('are not retired by hand', async () => {
    await sentences('apply?allowDestructive=true', whole)
    const { status, body } = await started.call('POST', '/api/v1/processes/shop/approve/retire', {})
    assert.deepEqual([status, body.code], [409, 'process.not_retirable'])
    assert.match(body.error, /belongs to the solution "shop"; remove its file from the solution/)
  })

  it('are planned with a warning when elements are to offer a process that only events can start', async () => {
    const event = extensions('<chancery:elementEvent app="shop.orders" event="created"/>')
    const eventful = bpmn([start('s', event), user('t'), end(), flows('s > t > e')])
    const files = { ...base, [`${approve}.bpmn`]: bytesOf(eventful), [`${approve}.yaml`]: 'startFrom: [shop.orders]\n' }
    const { body } = await send('plan', files)
    const [{ file, line, message }] = body.warnings
    assert.deepEqual([file, line], [`${approve}.yaml`, 1])
    assert.match(message, /^elements do not offer the process/)
  })

  it('are planned and applied with warnings for what does not exist yet', async () => {
    const action = (id: string, type: string, more: string) =>
      `<serviceTask id="${id}"><extensionElements><chancery:action type="${type}"/>${more}</extensionElements></serviceTask>`
    const text = (name: string, value: string) => `<chancery:setting name="${name}" text="${value}"/>`
    const secret = '<chancery:setting name="header.X-Key" secret="SHOP_KEY"/>'
    const xml = bpmn([
      '<extensionElements><chancery:variable name="v" type="element" of="hr.vacation"/><chancery:variable name="u" type="element" of="_system_catalogs._users"/></extensionElements>',
      start(),
      '<userTask id="t"><extensionElements><chancery:performer type="user" value="nobody"/><chancery:performer type="user" value="Admin"/></extensionElements></userTask>',
      action('http', 'http', text('url', 'https://example.org/') + secret),
      action('add', 'element.create', `${text('app', 'shop.orders')}<chancery:input name="totl" value="1"/>`),
      action('move', 'element.setStatus', text('app', 'shop.orders') + text('status', 'payd')),
      end(),
      flows('s > t > http > add > move > e'),
    ])
    const file = 'namespaces/shop/processes/warned.bpmn'
    const orders =
      'name: Orders\nfields: [{ code: total, name: Total, type: number }]\nstatuses: [{ code: paid, name: Paid }, { code: new, name: New }]\n'
    const warned = { ...whole, 'namespaces/shop/apps/orders.yaml': orders, [file]: bytesOf(xml) }
    const expected = [
      ': there is no application "hr.vacation" yet',
      'add: there is no field "totl" in shop.orders yet; did you mean "total"?',
      'move: there is no status "payd" in shop.orders yet; did you mean "paid"?',
      't: there is no user "nobody" yet',
      'http: the secret "SHOP_KEY" is not set; set SECRET_SHOP_KEY where the server is started',
    ]
    for (const what of ['plan', 'apply', 'plan']) {
      const answer = await send(what, warned)
      assertDone(answer)
      const shown = answer.body.warnings.map((one: Body) => {
        assert.equal(one.file, file)
        return `${one.path}: ${one.message}`
      })
      assert.deepEqual(shown, expected, what)
    }
    const byHand = await publish(started.call, 'shop.warned', xml)
    assert.deepEqual(
      byHand.body.warnings.map(({ elementId = '', message }: Body) => `${elementId}: ${message}`),
      expected,
    )
    await sentences('apply?allowDestructive=true', whole)
  })

  it('are planned with a warning when a send task acts on an application that does not exist', async () => {
    const sending = bpmn([
      start(),
      `<sendTask id="send"><extensionElements><chancery:action type="element.create"/>
        <chancery:setting name="app" text="shop.gone"/></extensionElements></sendTask>`,
      end(),
      flows('s > send > e'),
    ])
    const { body } = await send('plan', { ...whole, [`${check}.bpmn`]: bytesOf(sending) })
    assert.deepEqual(
      body.warnings.map(({ path, message }: Body) => `${path}: ${message}`),
      ['send: there is no application "shop.gone" yet'],
    )
  })

  it('prevent or allow the export of their namespace', async () => {
    const calling = { ...whole, [`${check}.bpmn`]: bytesOf(callOf('shop.missing')) }
    await sentences('apply', calling)
    const { body } = await started.call('GET', '/pub/v1/scheme/namespaces/shop/exportable')
    assert.deepEqual(body.reasons, [{ code: 'outside_process', path: 'shop.orders.check', ref: 'shop.missing' }])
    const readsPeople = bpmn([
      start(),
      `<serviceTask id="read"><extensionElements><chancery:action type="element.read"/>
        <chancery:setting name="app" text="_system_catalogs._users"/><chancery:setting name="element" value="person"/>
      </extensionElements></serviceTask>`,
      end(),
      flows('s > read > e'),
    ])
    for (const file of [whole[`${check}.bpmn`], bytesOf(readsPeople)]) {
      await sentences('apply', { ...whole, [`${check}.bpmn`]: file })
      const answer = await started.call('GET', '/pub/v1/scheme/namespaces/shop/exportable')
      assert.deepEqual([answer.body.exportable, answer.body.reasons], [true, []])
    }
    await sentences('apply', whole)
  })

  it('are part of the content of their solution, for users who may see them', async () => {
    const codesFor = async (call: TestPlatform['call']) => {
      const { content } = await got(call, '/pub/v1/scheme/solutions/shop')
      return content.filter(({ type }: Body) => type === 'process').map(({ code }: Body) => code)
    }
    assert.deepEqual(await codesFor(started.call), ['approve', 'check'])
    const { call } = await aUser(started, { login: 'stranger' })
    assert.deepEqual(await codesFor(call), ['check'])
  })

  it('have a JSON Schema for their settings', () => {
    const schema = JSON.parse(jsonSchemas(kinds).get('process.schema.json')!)
    assert.ok(Object.keys(schema.properties).includes('startLimit'))
  })
})
