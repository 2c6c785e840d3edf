// Runs on the embedded database only: these pages show and do the same on every database.

import { before, describe, it } from 'node:test'
import { areasOf, textsOf } from '../../console/src/i18n/texts.fixture.ts'
import { type Language, languages, translator } from '../../console/src/i18n/texts.ts'
import { newId } from '../../src/foundation/kit/ids.ts'
import { assertDone } from '../everything.ts'
import type { Body } from '../platform.ts'
import { assertAccessible } from './accessible.ts'
import { publishPurchase, startPurchase } from './purchase.fixture.ts'
import { incomingCase, letter, registered, registrarOf } from './records.fixture.ts'
import { shot } from './shot.ts'
import { looks, type Person, useConsole } from './use-console.ts'

const office = useConsole()
const translators = new Map(
  languages.map((language) => {
    const texts = Object.fromEntries(areasOf(language).map((area) => [area, textsOf(language, area)]))
    return [language, translator(language, texts)]
  }),
)

/** Ids of the objects that the pages show. */
interface Scene {
  readonly boss: Person
  readonly directory: string
  readonly file: string
  readonly counterparty: string
  readonly letter: string
  readonly caseId: string
  readonly registration: string
  readonly task: string
  readonly instance: string
  readonly stuck: string
  readonly jobId: string
}
let scene: Scene

async function made(call: Person['call'], path: string, body: Body): Promise<Body> {
  const answer = await call('POST', path, body)
  assertDone(answer)
  return answer.body
}

before(async () => {
  const boss = await office.person({ lastname: 'Orlova', administrator: true })
  const { call } = boss
  const bob = await office.person({ lastname: `Sokolova-${newId()}` })
  const grant = { rights: ['view'], comment: 'Needs it for the audit' }
  const directory = (await made(call, '/pub/v1/disk/directory', { name: 'Plans' })).directory.__id
  const form = new FormData()
  form.append('file', new Blob(['agenda']), 'agenda.txt')
  const file = (await made(call, `/pub/v1/disk/directory/${directory}/upload`, form)).file.__id
  const context = { __name: 'Harbour', tax_id: '7700000003' }
  const counterparty = (await made(call, '/pub/v1/app/ref/counterparties/create', { context })).item.__id
  for (const path of [`files/${directory}`, `files/${file}`, `elements/ref/counterparties/${counterparty}`])
    assertDone(await call('PUT', `/api/v1/${path}/grants/${bob.id}`, grant))
  const incoming = await incomingCase(office)
  const registrar = await registrarOf(office, incoming)
  const registration = await registered(registrar, incoming, 'A registered letter')
  await publishPurchase(call, 1)
  const instance = await startPurchase(call, { title: 'laptops', amount: 5000 })
  const stuck = await startPurchase(call, { title: 'pens', amount: 5 })
  assertDone(await call('PUT', `/api/v1/processes/docs/purchase/grants/${bob.id}`, grant))
  assertDone(await call('PUT', `/api/v1/nomenclature-directories/${incoming.officeId}/grants/${bob.id}`, grant))
  const tasks = await call('GET', `/api/v1/tasks?instanceId=${instance}`)
  assertDone(tasks)
  const exported = await made(call, '/api/v1/elements/ref/counterparties/export', { filter: {} })
  scene = {
    ...{ boss, directory, file, counterparty, instance, stuck, jobId: exported.jobId },
    letter: (await letter(boss, 'A letter without a number')).__id,
    caseId: incoming.id,
    registration: registration.id,
    task: tasks.body.result.result[0].id,
  }
})

/** A page to examine, with its dialogs. */
interface Shown {
  readonly name: string
  readonly path: (scene: Scene) => string
  /** Keys of the texts of buttons on the page, each of which opens a dialog. */
  readonly dialogs?: readonly string[]
  /** The same for buttons that open a pane or change the one that is open. */
  readonly panes?: readonly string[]
}

/** The pages and dialogs that no other test examines in all looks. */
const shown: readonly Shown[] = [
  { name: 'reference', path: () => '/api' },
  { name: 'job', path: ({ jobId }) => `/jobs/${jobId}` },
  { name: 'board', path: () => '/apps/ref/counterparties?view=board' },
  { name: 'new-process', path: () => '/processes/new' },
  { name: 'version', path: () => '/processes/docs/purchase/versions/1' },
  { name: 'move', path: () => '/processes/docs/purchase/move' },
  {
    name: 'list',
    path: () => '/apps/ref/counterparties?q=Harbour',
    dialogs: ['elements.columns', 'elements.filter'],
  },
  {
    name: 'directory-access',
    path: ({ directory }) => `/files/${directory}?access=true`,
    dialogs: ['grants.give', 'grants.changeOf', 'grants.revokeOf'],
  },
  {
    name: 'file',
    path: ({ directory, file }) => `/files/${directory}?file=${file}`,
    dialogs: ['grants.give', 'grants.changeOf', 'grants.revokeOf', 'files.move', 'files.newDirectory'],
  },
  {
    name: 'element-access',
    path: ({ counterparty }) => `/apps/ref/counterparties/${counterparty}?tab=access`,
    dialogs: ['grants.give', 'grants.changeOf', 'grants.revokeOf'],
  },
  {
    name: 'process-access',
    path: () => '/processes/docs/purchase?tab=access',
    dialogs: ['grants.give', 'grants.changeOf', 'grants.revokeOf'],
  },
  {
    name: 'approval',
    path: ({ letter: id }) => `/apps/docs/incoming/${id}?tab=approval`,
    dialogs: ['card.startSheet'],
  },
  {
    name: 'letter',
    path: ({ letter: id }) => `/apps/docs/incoming/${id}?tab=registrations`,
    dialogs: ['card.register'],
  },
  {
    name: 'nomenclature',
    path: () => '/records/nomenclature',
    dialogs: ['records.newDirectory', 'records.nextYear'],
    panes: ['records.newCase', 'grants.title'],
  },
  {
    name: 'case',
    path: ({ caseId }) => `/records/nomenclature?open=${caseId}`,
    dialogs: ['records.register', 'records.reserve'],
  },
  {
    name: 'registration',
    path: ({ caseId, registration }) => `/records/cases/${caseId}?open=${registration}`,
    dialogs: ['records.annul'],
    panes: ['records.correct'],
  },
  { name: 'task', path: ({ task }) => `/tasks/${task}`, dialogs: ['tasks.ask', 'tasks.reassign'] },
  { name: 'instance', path: ({ instance }) => `/instances/${instance}`, dialogs: ['processes.interrupt'] },
  { name: 'stuck', path: ({ stuck }) => `/instances/${stuck}?tab=incidents`, dialogs: ['processes.retry'] },
  { name: 'users', path: () => '/admin/users', dialogs: ['admin.newUser'] },
  {
    name: 'user',
    path: ({ boss }) => `/admin/users?open=${boss.id}`,
    dialogs: ['ui.edit', 'account.setPassword', 'admin.block'],
  },
  { name: 'groups', path: () => '/admin/groups', dialogs: ['admin.newGroup'] },
  { name: 'chart', path: () => '/admin/org', dialogs: ['admin.new_department'] },
  { name: 'tokens', path: () => '/admin/tokens', dialogs: ['admin.newToken'] },
  { name: 'access', path: () => '/admin/access?app=ref.counterparties', dialogs: ['admin.addRule'] },
]

describe('pages and their dialogs', () => {
  for (const look of looks)
    it(`have no barriers: ${look.language}, ${look.theme}`, async () => {
      const t = translators.get(look.language as Language)!
      const visit = await office.signedIn(scene.boss)
      const { page } = visit
      await visit.open('/absence')
      await visit.settings(look)
      for (const { name, path, dialogs = [], panes = [] } of shown)
        for (const key of [undefined, ...dialogs, ...panes]) {
          await visit.open(path(scene))
          if (key !== undefined) {
            const button = page.getByRole('button', { name: pattern(t(key)) })
            await button.first().click()
            if (!panes.includes(key)) await page.getByRole('dialog').waitFor()
          }
          await assertAccessible(visit)
          await shot(visit, `${name}-${key ?? 'page'}-${look.language}-${look.theme}`)
        }
    })
})

/** Returns a pattern that matches a text of the console with any values in its placeholders. */
const pattern = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?()]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.*')}$`)
