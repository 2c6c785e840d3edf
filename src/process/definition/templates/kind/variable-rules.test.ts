import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../../test/platform.ts'
import { exported } from '../../../../api/v1/scheme/scheme.fixture.ts'
import { readZip } from '../../../../solutions/files/read-zip.ts'
import { writeZip } from '../../../../solutions/files/write-zip.ts'
import { bpmn, end, extensions, flows, start, user } from '../../../engine/process.fixture.ts'

const yaml = 'namespaces/shop/processes/approve.yaml'
const file = bpmn([
  extensions(['price', 'discount', 'note'].map((name) => `<chancery:variable name="${name}" type="string"/>`).join('')),
  start(),
  user('check'),
  end(),
  flows('s > check > e'),
])
const ruled = (...rules: readonly string[]): ReadonlyMap<string, string> =>
  new Map([
    ['solution.yaml', 'code: shop\nname: Shop\nversion: 1.0.0\n'],
    ['namespaces/shop/namespace.yaml', 'name: Shop\n'],
    ['namespaces/shop/groups/clerks.yaml', 'name: Clerks\n'],
    ['namespaces/shop/processes/approve.bpmn', file],
    [yaml, rules.length === 0 ? '{}\n' : `variables:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`],
  ])

describe('the rules for variables in the settings of a process', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
  })
  after(() => started[Symbol.asyncDispose]())

  const send = async (what: string, files: ReadonlyMap<string, string>): Promise<Body> =>
    started.call('POST', `/api/v1/solutions/${what}`, await writeZip(files))
  async function sentences(files: ReadonlyMap<string, string>): Promise<string[]> {
    const answer = await send('apply', files)
    assertDone(answer as never)
    return answer.body.changes.map(({ sentence }: Body) => sentence)
  }

  async function problems(...rules: readonly string[]): Promise<string[]> {
    const { status, body } = await send('plan', ruled(...rules))
    assert.equal(status, 400)
    return body.problems.map(({ path, message }: Body) => `${path}: ${message}`)
  }

  it('are refused when they name unknown subjects or groups, unknown variables, or a variable twice', async () => {
    assert.deepEqual(await problems('{ names: [price], to: [author] }', '{ names: [note, price], to: [everyone] }'), [
      'variables[0].to[0]: "author" is no subject; use everyone, initiator, performers, or the path of a group',
      'variables[1].names[1]: "price" already has a rule',
    ])
    assert.deepEqual(await problems('{ names: [prise], to: [initiator, shop.nobody] }'), [
      'variables[0].to[1]: there is no group "shop.nobody"',
      'variables[0].names[0]: the process has no variable "prise"; did you mean "price"?',
    ])
  })

  it('are exported as they were applied, and the plan says which variables a change shows to whom', async () => {
    await sentences(ruled())
    const all = '{ names: [ price, discount ], to: [ shop.clerks, initiator ] }'
    assert.deepEqual(await sentences(ruled(all)), [
      'changes the settings of the process shop.approve',
      'shows the variable "price" of the process shop.approve only to shop.clerks, initiator',
      'shows the variable "discount" of the process shop.approve only to shop.clerks, initiator',
    ])
    const files = Object.fromEntries(await readZip(await (await exported(started.url, 'shop')).bytes()))
    assert.equal(files[yaml], `variables:\n  - ${all}\n`)
    assert.deepEqual(await sentences(ruled(all)), [])
    assert.deepEqual(await sentences(ruled('{ names: [ discount ], to: [ shop.clerks, initiator ] }')), [
      'changes the settings of the process shop.approve',
      'shows the variable "price" of the process shop.approve to all who see the instance and may read the fields whose values it holds',
    ])
  })
})
