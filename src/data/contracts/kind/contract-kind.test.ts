import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { type Body, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import {
  applied,
  documentsFile,
  type Files,
  postFiles,
  sent,
  sentencesOf,
} from '../../../api/v1/contracts/contracts.fixture.ts'
import { exported, got } from '../../../api/v1/scheme/scheme.fixture.ts'
import { readZip } from '../../../solutions/files/read-zip.ts'

const path = 'namespaces/post/contracts/documents.yaml'
const { 'namespaces/law/apps/deals.yaml': deals, ...others } = postFiles
const lawNamespace = 'namespaces/law/namespace.yaml'

describe('contracts of a solution', () => {
  let started: TestPlatform
  before(async () => {
    started = await startEmptyPlatform()
    await applied(started.call, postFiles)
  })
  after(() => started[Symbol.asyncDispose]())

  const problems = async (files: Files): Promise<string[]> => {
    const { status, body } = await sent(started.call, 'plan', files, '')
    assert.deepEqual([status, body.code], [400, 'definition.invalid'], JSON.stringify(body))
    return body.problems.map((one: Body) => `${one.file} ${one.path}: ${one.message}`)
  }
  const withContract = (file: string): Files => ({ ...postFiles, [path]: file })
  const planned = async (file: string): Promise<string[]> => {
    const answer = await sent(started.call, 'plan', withContract(file), '')
    assertDone(answer)
    return sentencesOf(answer.body)
  }
  const changed = (from: string | RegExp, to: string): string => {
    const file = documentsFile.replace(from, to)
    assert.notEqual(file, documentsFile)
    return file
  }

  it('are added once, without drift, and exported as they mean', async () => {
    const fresh = {
      ...postFiles,
      'namespaces/post/contracts/plain.yaml': 'name: Plain\nsources: [{ application: post.orders }]\n',
    }
    assert.deepEqual(await applied(started.call, fresh), ['adds the contract post.plain "Plain" over post.orders'])
    assert.deepEqual(await applied(started.call, fresh), [])
    assert.deepEqual(await got(started.call, '/api/v1/solutions/post/drift'), [])
    const zip = await (await exported(started.url, 'post')).bytes()
    const files = await readZip(zip)
    assert.equal(
      files.get('namespaces/post/contracts/plain.yaml'),
      'name: Plain\nsources:\n  - { application: post.orders }\n',
    )
    const again = await started.call('POST', '/api/v1/solutions/plan', zip)
    assertDone(again)
    assert.deepEqual(again.body.changes, [])
    assert.deepEqual(await applied(started.call, postFiles), [
      'removes the contract post.plain; the elements of its applications stay',
    ])
    await using empty = await startEmptyPlatform()
    assertDone(await empty.call('POST', '/api/v1/solutions/apply', zip))
    assert.deepEqual(await (await exported(empty.url, 'post')).bytes(), zip)
  })

  it('are planned with a sentence for each change', async () => {
    assert.deepEqual(await planned(documentsFile), [])
    assert.deepEqual(await planned(changed('name: Documents', 'name: Papers')), ['title "Documents" becomes "Papers"'])
    assert.deepEqual(await planned(changed(/default: .*\n/, '')), ['no longer creates elements'])
    assert.deepEqual(await planned(changed('code: number, name: Number', 'code: number, name: No.')), [
      'changes the field "number"',
    ])
    const fewer = documentsFile.replace(/ {2}- \{ code: author.*\n/, '').replaceAll(/, author: \w+/g, '')
    assert.deepEqual(await planned(fewer), ['removes the field "author"'])
    const limited = changed('application: post.orders\n', 'application: post.orders\n    where: "[pages] > 1"\n')
    assert.deepEqual(await planned(limited), ['contains only elements where [pages] > 1 of post.orders'])
    const mapped = documentsFile.replace('number: no,', 'number: secret,')
    assert.deepEqual(await planned(mapped), ['"number" of post.orders is "secret" instead of "no"'])
    const without = changed(/ {2}- application: law\.deals\n.*\n/, '')
    assert.deepEqual(await planned(without), ['removes the source law.deals'])
    assert.deepEqual(await planned(`${documentsFile}access: { visibleTo: [post.clerks] }\n`), [
      'changes the access rules',
    ])
    const removal = await sent(started.call, 'apply', withoutContract(), '')
    assertRefused(removal, 400, 'definition.consent_needed', /removes the contract post.documents/)
  })

  it('are refused with the field, both applications and both types', async () => {
    const refusal = async (file: string) =>
      (await problems(withContract(file))).map((one) => one.replace(`${path} `, ''))
    const type = (application: string, source: string, types: string, index: number, code = 'number') =>
      `sources[${index}].fields.${code}: "${code}" of the contract and "${source}" of ${application} have different types: ${types}`
    assert.deepEqual(await refusal(changed('number: no,', 'number: pages,')), [
      type('post.orders', 'pages', 'string and number (bigint)', 1),
    ])
    assert.deepEqual(await refusal(changed('view: date', 'view: datetime')), [
      type('post.letters', 'received', 'datetime and datetime (date)', 0, 'date'),
      type('post.orders', 'day', 'datetime and datetime (date)', 1, 'date'),
      type('law.deals', 'signed', 'datetime and datetime (date)', 2, 'date'),
    ])
    assert.deepEqual(
      await refusal(changed('- { code: author, type: user }', '- { code: author, type: user, array: true }')),
      [
        type('post.letters', 'author', 'several of user and user', 0, 'author'),
        type('post.orders', 'signer', 'several of user and user', 1, 'author'),
        type('law.deals', 'lawyer', 'several of user and user', 2, 'author'),
      ],
    )
    assert.deepEqual(await refusal(changed('      - { code: order, name: Order }\n', '')), [
      type('post.orders', 'sort', 'categories, and only the second has the value "order"', 1, 'kind'),
    ])
    assert.deepEqual(await refusal(changed('number: no,', 'number: nr,')), [
      'sources[1].fields.number: post.orders has no field "nr"; did you mean "no"?',
    ])
    assert.deepEqual(await refusal(changed('application: post.orders', 'application: post.order')), [
      'sources[1].application: there is no application "post.order"; did you mean "post.orders"?',
    ])
    assert.deepEqual(await refusal(changed('application: post.orders', 'application: _system_catalogs._users')), [
      'sources[1].application: _system_catalogs._users is built in and cannot be a source of a contract',
    ])
  })

  it('are refused when the file contradicts itself', async () => {
    const refusal = async (file: string) =>
      (await problems(withContract(file))).map((one) => one.replace(`${path} `, ''))
    assert.deepEqual(await refusal(changed('number: no, ', '')), [
      'sources[1].fields: the field "number" of the contract has no mapping here',
    ])
    assert.deepEqual(await refusal(changed('number: no,', 'number: no, numbr: no,')), [
      'sources[1].fields.numbr: the contract has no field "numbr"; did you mean "number"?',
    ])
    assert.deepEqual(await refusal(changed('default: post.letters', 'default: post.letter')), [
      'default: "post.letter" is not a source of this contract; did you mean "post.letters"?',
    ])
    assert.deepEqual(
      await refusal(changed('name: Number, type: string', 'name: Number, type: string, required: true')),
      ['fields[0].required: "required" belongs to the fields of the applications, not to a contract'],
    )
    assert.match(
      (await refusal(changed('application: law.deals', 'application: post.orders')))[0]!,
      /sources\[2\]\.application: .*twice/,
    )
    const where = (condition: string) =>
      changed('application: post.orders\n', `application: post.orders\n    where: "${condition}"\n`)
    assert.deepEqual(await refusal(where('[nr] = 1')), [
      'sources[1].where: at character 1: unknown field [nr]; did you mean [no]?',
    ])
    assert.deepEqual(await refusal(where("[day] = RelativeDatetime('-1d','0d')")), [
      'sources[1].where: the filter of a source cannot depend on the present time',
    ])
    assert.deepEqual(await refusal(where('[signer] = CurrentUser()')), [
      'sources[1].where: the filter of a source cannot depend on the user who asks',
    ])
    const access = (rule: string) => `${documentsFile}access: { elements: [${rule}] }\n`
    assert.match((await refusal(access('{ to: [post.clercs], may: [view] }')))[0]!, /there is no group "post.clercs"/)
    assert.match((await refusal(access('{ to: [everyone], may: [export] }')))[0]!, /access\.elements\[0\]\.may/)
    assert.match(
      (await refusal(access('{ to: [everyone], may: [view], where: "[no] = 1" }')))[0]!,
      /access\.elements\[0\]\.where: at character 1: unknown field \[no\]/,
    )
  })

  it('stop a change of a mapped field, in their own solution and in another one', async () => {
    const orders = 'namespaces/post/apps/orders.yaml'
    const retyped = {
      ...postFiles,
      [orders]: postFiles[orders]!.replace('code: pages, type: number, integer: true', 'code: pages, type: string'),
    }
    assert.deepEqual(await problems(retyped), [
      `${path} sources[1].fields.sheets: "sheets" of the contract and "pages" of post.orders have different types: number (bigint) and string`,
    ])
    await using other = await startEmptyPlatform()
    const law = {
      'solution.yaml': 'code: law\nname: Law\nversion: 1.0.0\n',
      [lawNamespace]: 'name: Law\n',
      'namespaces/law/apps/deals.yaml': deals!,
    }
    const { [lawNamespace]: _, ...ofPost } = others
    const post = { ...ofPost, 'solution.yaml': 'code: post\nname: Post\nversion: 1.0.0\ndependencies: [law]\n' }
    await applied(other.call, law)
    await applied(other.call, post)
    const file = 'namespaces/law/apps/deals.yaml'
    const refusal = async (files: Files) => {
      const { body } = await sent(other.call, 'plan', files)
      return body.problems.map((one: Body) => `${one.file}:${one.line ?? ''} ${one.path}: ${one.message}`)
    }
    const without = { ...law, [file]: deals!.replace(/ {2}- \{ code: signed.*\n/, '') }
    assert.deepEqual(await refusal(without), [
      `${file}:3 fields: the contract post.documents uses law.deals: law.deals has no field "signed"`,
    ])
    const other_type = {
      ...law,
      [file]: deals!.replace('code: length, type: number, integer: true', 'code: length, type: number'),
    }
    assert.deepEqual(await refusal(other_type), [
      `${file}:6 fields[3]: the contract post.documents uses law.deals: "sheets" of the contract and "length" of law.deals have different types: number (bigint) and number`,
    ])
    assert.deepEqual(await refusal({ 'solution.yaml': law['solution.yaml'], [lawNamespace]: 'name: Law\n' }), [
      'solution.yaml: : the contract post.documents uses law.deals: there is no application "law.deals"',
    ])
    // Fields that no contract uses can still be changed.
    const more = { ...law, [file]: deals!.replace('fields:\n', 'fields:\n  - { code: note, type: string }\n') }
    assertDone(await sent(other.call, 'apply', more))
    assertDone(await sent(other.call, 'apply', law))
    const closed = await other.call('GET', '/pub/v1/scheme/namespaces/post/exportable')
    assert.equal(closed.body.exportable, true)
    const alone = await other.call('GET', '/pub/v1/scheme/namespaces/law/exportable')
    assert.equal(alone.body.exportable, true)
  })

  it('have a view name of their own, and a namespace and code that nobody else has', async () => {
    const twice = { ...postFiles, 'namespaces/post/contracts/orders.yaml': documentsFile }
    assert.deepEqual(await problems(twice), [
      'namespaces/post/contracts/orders.yaml : the view bi.post_orders would be the same as that of post.orders',
    ])
    const respelled = { ...withoutContract(), 'namespaces/post/contracts/Documents.yaml': documentsFile }
    assert.match((await problems(respelled)).join('\n'), /differs from post.Documents only in case/)
    const application = { ...withoutContract(), 'namespaces/post/apps/documents.yaml': 'name: D\n' }
    assert.match(
      (await problems(application)).join('\n'),
      /apps\/documents\.yaml : the view bi\.post_documents would be the same as that of the contract post\.documents/,
    )
  })

  function withoutContract(): Files {
    const { [path]: _, ...files } = postFiles
    return files
  }
})
