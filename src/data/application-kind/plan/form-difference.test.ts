import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { kinds } from '../../../platform/kinds.ts'
import { writeYaml } from '../../../solutions/files/write-yaml.ts'
import { problemLine } from '../../../solutions/problems.ts'
import { readSolution } from '../../../solutions/read-solution.ts'
import { deploy, exportFiles, openCatalog, planned, readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { applicationKind } from '../application-kind.ts'
import { applicationFile } from '../file/application-file.ts'
import { planDraft } from './plan-applications.ts'

const head = `name: Orders
fields:
  - { code: number, type: string, required: true }
  - { code: buyer, type: string }
  - { code: amount, type: number, required: true, default: 0 }
  - { code: note, type: string }
forms:
`
const path = 'namespaces/shop/apps/orders.yaml'
const files = (forms: string) => shopFiles({ orders: forms === '' ? head.replace('forms:\n', '') : head + forms })

/** Returns the problems for which the forms are refused, one line for each. */
function refusal(forms: string): string {
  return readSolution(kinds, files(forms)).problems.map(problemLine).join('\n')
}

describe('forms in files', () => {
  it('are refused at the place of each mistake', () => {
    const cases: [string, RegExp][] = [
      ['  create: [number, buyr]', /forms\.create\[1\]: there is no field "buyr"; did you mean "buyer"\?$/],
      ['  tile: [amont]', /forms\.tile\[0\]: there is no field "amont"; did you mean "amount"\?$/],
      ['  view: [__createdAt]', /forms\.view\[0\]: "__createdAt" is a system field; forms place the fields of the/],
      [
        '  view: [buyer, note, { section: More, fields: [buyer] }]',
        /forms\.view\[2\]\.fields\[0\]: .* shows "buyer" twice$/,
      ],
      ['  create: [buyer, amount]', /forms\.create: the create form leaves out "number", which is required and has no/],
      [
        '  create: [{ field: number, readonly: true }]',
        /forms\.create\[0\]: the create form only shows "number", which/,
      ],
      [
        '  edit: [{ field: note, readonly: true, required: true }]',
        /forms\.edit\[0\]: "note" is read-only in the form, so/,
      ],
      [
        '  view: [{ field: note, required: true }]',
        /forms\.view\[0\]: the view form only shows fields, so "note" cannot/,
      ],
      ['  edit: [{ section: Empty }]', /forms\.edit\[0\]: must be a field, such as \{ field: … \}, or a section/],
      ['  edit: [{ section: Both, fields: [note], field: buyer }]', /forms\.edit\[0\]: must be a field, such as/],
      [
        '  edit: [{ section: Marked, fields: [note], required: true }]',
        /forms\.edit\[0\]: only fields are readonly or/,
      ],
      ['  edit: [{ feild: note }]', /forms\.edit\[0\]\.feild: unknown key; did you mean "field"\?$/],
      ['  change: [note]', /forms\.change: unknown key/],
    ]
    for (const [forms, sentence] of cases) {
      const said = refusal(forms)
      assert.match(said, sentence, forms)
      assert.ok(said.startsWith(`${path}:8: `), said)
    }
  })

  it('may leave out required fields that have a default, and any field of a form that does not create', () => {
    assert.equal(
      refusal('  create: [number]\n  edit: [note]\n  view: [{ section: All, fields: [note] }]\n  tile: [note]'),
      '',
    )
  })

  it('are written in one form, whatever the file looked like', () => {
    const wordy = `${head}  tile: [amount]
  create:
    - { field: number, readonly: false, required: false }
    - { fields: [{ required: true, field: buyer }, { field: note }], section: Parties }
`
    const [draft] = readFiles(shopFiles({ orders: wordy })).of(applicationKind)
    const { forms } = applicationFile(planDraft(draft!, []).application)
    assert.equal(
      writeYaml({ forms: forms! }),
      `forms:
  create:
    - number
    - section: Parties
      fields:
        - { field: buyer, required: true }
        - note
  tile: [ amount ]
`,
    )
  })
})

describe('a plan of forms', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(() => shop.database.close())

  const first =
    '  create:\n    - number\n    - { section: Parties, fields: [buyer, { field: note, readonly: true }] }\n'
  const changes = async (forms: string) =>
    (await planned(shop, files(forms))).changes.map(({ kind, what, sentence, destructive }) => {
      assert.deepEqual([what, destructive], ['form', false])
      return `${kind}: ${sentence}`
    })

  it('has one line for each difference, and needs no consent', async () => {
    await deploy(shop, files(''))
    assert.deepEqual(await changes(`${first}  tile: [amount]\n`), [
      'add: describes the create form; fields in it: 3',
      'add: describes the tile; fields in it: 1',
    ])
    await deploy(shop, files(first))
    const other = '  create: [{ section: Terms, fields: [{ field: number, required: true }, amount, note] }]\n'
    assert.deepEqual(await changes(other), [
      'change: the create form leaves out the field "buyer"',
      'change: the create form shows the field "amount"',
      'change: the create form loses the section "Parties"',
      'change: the create form gets the section "Terms"',
      'change: in the create form, "number" is required',
      'change: in the create form, "note" is no longer read-only',
    ])
    const moved =
      '  create:\n    - { section: Parties, fields: [{ field: note, readonly: true }, buyer] }\n    - number\n'
    assert.deepEqual(await changes(moved), ['change: the create form arranges its fields in another way'])
    assert.deepEqual(await changes(''), ['remove: the create form is no longer described'])
  })

  it('is empty for the files of an export, also in several languages, and for forms that say nothing', async () => {
    await deploy(shop, files(first.replace('Parties', '{ en: Parties, ru: Стороны }')))
    const written = await exportFiles(shop)
    assert.match(String(written.get(path)), /section: \{ en: Parties, ru: Стороны \}/)
    assert.deepEqual(await deploy(shop, written), [])
    assert.deepEqual(await deploy(shop, files(first.replace('Parties', '{ en: Parties, ru: Участники }'))), [
      'shop.orders: texts in ru: 1 changed',
    ])
    await deploy(shop, files(''))
    assert.deepEqual(await changes('  {}\n'), [])
  })
})
