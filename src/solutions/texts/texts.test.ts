import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import type { ApplicationCatalog } from '../../data/applications/application-catalog.ts'
import type { Database } from '../../foundation/db/database.ts'
import { answerIn } from '../../foundation/kit/languages.ts'
import { deploy, exportFiles, openCatalog, planned, readFiles, shopFiles } from '../solution.fixture.ts'

const contracts = `
name: { en: Contracts, ru: Договоры }
fields:
  - { code: number, name: { en: Number, ru: Номер }, type: string }
  - code: kind
    name: Kind
    type: category
    values: [{ code: sale, name: { en: Sale, ru: Продажа } }, { code: lease, name: Lease }]
  - { code: lines, type: table, columns: [{ code: goods, name: { en: Goods, ru: Товар }, type: string }] }
statuses:
  - { code: draft, name: { en: Draft, ru: Черновик } }
  - { code: signed, name: Signed }
`
const plain = 'name: Contracts\nfields: [{ code: number, name: Number, type: string }]\n'
const consent = { allowDestructive: true }

describe('texts in several languages', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(() => shop.database.close())

  const application = (...languages: string[]) =>
    answerIn(languages, () => shop.catalog.application('shop', 'contracts')!)
  const namesIn = (...languages: string[]) => {
    const { name, elementName, fields, statuses } = application(...languages)
    const values = fields.get('kind')!.settings.values as { name: string }[]
    const columns = [...fields.get('lines')!.columns!.values()]
    return [name, elementName, fields.get('number')!.name, values[0]!.name, columns[0]!.name, statuses[0]!.name]
  }
  const english = ['Contracts', 'Contracts', 'Number', 'Sale', 'Goods', 'Draft']
  const russian = ['Договоры', 'Договоры', 'Номер', 'Продажа', 'Товар', 'Черновик']

  it('are read in the language that the request asks for', async () => {
    await deploy(shop, shopFiles({ contracts }), consent)
    assert.deepEqual(namesIn('ru'), russian)
    assert.deepEqual(namesIn('de', 'ru-ru', 'en'), russian)
    assert.deepEqual(namesIn('en-gb', 'ru'), english)
    assert.equal(application('ru').statuses[1]!.name, 'Signed')
  })

  it('are in the default language when no language or an unknown one is requested', () => {
    assert.deepEqual(namesIn(), english)
    assert.deepEqual(namesIn('de'), english)
    assert.equal(application('de'), application())
  })

  it('keep one object for each language, with the same id and codes', () => {
    assert.equal(application('ru'), application('ru'))
    assert.equal(application('ru').id, application().id)
    assert.deepEqual([...application('ru').fields.keys()], ['number', 'kind', 'lines'])
    assert.equal(shop.catalog.access(application('ru')), shop.catalog.access(application()))
  })

  it('are exported as they were written, and the export applied again changes nothing', async () => {
    const files = await answerIn(['ru'], () => exportFiles(shop))
    const file = String(files.get('namespaces/shop/apps/contracts.yaml'))
    assert.match(file, /^name: { en: Contracts, ru: Договоры }\n/)
    assert.match(file, /ru: Продажа/)
    assert.deepEqual((await planned(shop, files)).changes, [])
    assert.deepEqual((await planned(shop, shopFiles({ contracts }))).changes, [])
  })

  it('are compared by the plan, language by language', async () => {
    const changed = contracts.replace('Договоры', 'Контракты').replace('ru: Номер', 'de: Nummer')
    const { changes } = await planned(shop, shopFiles({ contracts: changed }))
    assert.deepEqual(
      changes.map(({ path, sentence, destructive }) => [path, sentence, destructive]),
      [['shop.contracts', 'texts in de: 1 added; ru: 1 changed, 1 removed', false]],
    )
  })

  it('change when they are applied, also where nothing else of the definition changes', async () => {
    const renamed = shopFiles({ contracts: contracts.replace('Договоры', 'Контракты') })
    assert.deepEqual(await deploy(shop, renamed), ['shop.contracts: texts in ru: 1 changed'])
    assert.deepEqual([application('ru').name, application().name], ['Контракты', 'Contracts'])
  })

  it('of a definition whose languages were removed are in one language again', async () => {
    await deploy(shop, shopFiles({ contracts: contracts.replaceAll(/\{ en: (\w+), ru: [^}]*\}/g, '$1') }))
    assert.deepEqual(namesIn('ru'), english)
    assert.equal(application('ru'), application())
  })

  it('may name the solution and its namespaces', async () => {
    const more = {
      'solution.yaml': 'code: shop\nname: { en: Shop, ru: Магазин }\nversion: 1.0.0\n',
      'namespaces/shop/namespace.yaml': 'name: { ru: Торговля, en: Trade }\n',
    }
    await deploy(shop, shopFiles({ contracts: plain }, more), consent)
    const named = () => [shop.catalog.snapshot().solutions()[0]!.name, shop.catalog.namespaces()[0]!.name]
    assert.deepEqual(answerIn(['ru'], named), ['Магазин', 'Торговля'])
    assert.deepEqual(named(), ['Shop', 'Trade'])
    assert.equal(shop.catalog.written().solutions()[0]!.name, 'Shop')
    assert.deepEqual((await planned(shop, await exportFiles(shop))).changes, [])
  })
})

describe('a file with texts in several languages', () => {
  const problems = (contracts: string): string[] => {
    try {
      readFiles(shopFiles({ contracts }))
    } catch (error) {
      const { details } = error as { details: { problems: { path: string; message: string }[] } }
      return details.problems.map(({ path, message }) => `${path}: ${message}`)
    }
    return []
  }

  it('may not name a language in another form than its code', () => {
    assert.deepEqual(problems('name: { EN: Contracts }\n'), [
      'name.EN: "EN" is not a language code in lower case, such as en or ru',
    ])
  })

  it('needs a text in each language that it names', () => {
    assert.deepEqual(problems('name: { en: Contracts, ru: 5 }\n'), ['name.ru: must be text'])
    assert.match(problems('name: {}\n')[0]!, /^name: write a text, or the text in 1 to 20 languages/)
  })

  it('must keep to the limits in every language', () => {
    const [problem, ...more] = problems(`name: { en: Contracts, ru: ${'я'.repeat(201)} }\n`)
    assert.match(problem!, /^name\.ru: .*200/)
    assert.deepEqual(more, [])
  })

  it('may use languages only where users see the text', () => {
    assert.equal(problems('name: A\nkind: { en: standard }\n').length, 1)
    assert.equal(problems('name: A\nfields: [{ code: { en: a }, type: string }]\n').length, 1)
  })
})
