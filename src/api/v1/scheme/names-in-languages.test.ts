import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { aUser, type Everything, startEverything } from '../../../../test/everything.ts'
import { adminToken, type Body } from '../../../../test/platform.ts'
import { applyFiles, filesOf, namespaces, solutions } from './scheme.fixture.ts'

const letters = `
name: { en: Letters, ru: Письма }
elementName: { en: Letter, ru: Письмо }
fields:
  - { code: number, name: { en: Number, ru: Номер }, type: string }
  - { code: kind, type: category, values: [{ code: order, name: { en: Order, ru: Приказ } }] }
statuses: [{ code: draft, name: { en: Draft, ru: Черновик } }]
`
const check = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1">
  <process id="check" name="Check of a letter">
    <startEvent id="start"/><sequenceFlow id="f1" sourceRef="start" targetRef="read"/>
    <userTask id="read" name="Read"><extensionElements>
      <chancery:task subject="&quot;Read the letter &quot; + &quot;5&quot;"/><chancery:performer type="initiator"/>
      <chancery:exit code="accept" name="Accept"/>
    </extensionElements></userTask>
    <sequenceFlow id="f2" sourceRef="read" targetRef="end"/><endEvent id="end"/>
  </process>
</definitions>`
const translations = `description: Somebody reads the letter.
texts:
  ru:
    Check of a letter: Проверка письма
    Somebody reads the letter.: Кто-нибудь читает письмо.
    Read the letter {}: Прочитать письмо № {}
    Accept: Согласовать
`

let started: Everything
before(async () => {
  started = await startEverything()
  await applyFiles(started.call, {
    ...filesOf('mail', { letters }),
    'namespaces/mail/namespace.yaml': 'name: { en: Mail, ru: Почта }\n',
    'namespaces/mail/processes/check.bpmn': check,
    'namespaces/mail/processes/check.yaml': translations,
  })
})
after(() => started[Symbol.asyncDispose]())

/** Returns the answer to a request with or without the header Accept-Language. */
async function read(path: string, language?: string): Promise<Body> {
  const headers = { authorization: `Bearer ${adminToken}`, ...(language && { 'accept-language': language }) }
  const response = await fetch(`${started.url}${path}`, { headers })
  assert.equal(response.status, 200, path)
  return (await response.json()) as Body
}

describe('names of definitions in several languages', () => {
  const schema = async (language?: string): Promise<Body> =>
    (await read(`${namespaces}/mail/apps/letters`, language)).application

  it('are in the language of the request in the schema of an application', async () => {
    const { name, elementName, fields, statuses } = await schema('ru-RU,ru;q=0.9,en;q=0.8')
    const number = fields.find(({ code }: Body) => code === 'number')
    assert.deepEqual([name, elementName, number.view.name, statuses[0].name], ['Письма', 'Письмо', 'Номер', 'Черновик'])
  })

  it('are one text in the default language for programs that ask for no language', async () => {
    const { name, elementName, fields, statuses } = await schema()
    const number = fields.find(({ code }: Body) => code === 'number')
    assert.deepEqual([name, elementName, number.view.name, statuses[0].name], ['Letters', 'Letter', 'Number', 'Draft'])
    assert.deepEqual(await schema('*'), await schema())
    assert.deepEqual(await schema('de'), await schema())
  })

  it('do not change the hash, the version and the ids of definitions', async () => {
    const [english, russian] = [await schema('en'), await schema('ru')]
    assert.deepEqual([russian.hash, russian.version, russian.__id], [english.hash, english.version, english.__id])
    const hashes = async (language: string) => {
      const { solution } = await read(`${solutions}/mail`, language)
      return [solution.hash, solution.content.map(({ hash }: Body) => hash)]
    }
    assert.deepEqual(await hashes('ru'), await hashes('en'))
  })

  it('are in the menu of the workspace and in the list of namespaces', async () => {
    const names = async (language?: string) => {
      const { namespaces } = await read('/api/v1/workspace', language)
      const { name, applications } = namespaces.find(({ code }: Body) => code === 'mail')
      return [name, applications[0].name, applications[0].elementName]
    }
    assert.deepEqual(await names('ru'), ['Почта', 'Письма', 'Письмо'])
    assert.deepEqual(await names(), ['Mail', 'Letters', 'Letter'])
    assert.equal((await read(`${namespaces}/mail`, 'ru')).namespace.name, 'Почта')
  })

  it('do not change what is stored: a value of a category keeps its name in the default language', async () => {
    const headers = {
      authorization: `Bearer ${adminToken}`,
      'accept-language': 'ru',
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ context: { kind: [{ code: 'order' }] } })
    const created = await fetch(`${started.url}/pub/v1/app/mail/letters/create`, { method: 'POST', headers, body })
    const { item } = (await created.json()) as Body
    assert.deepEqual(item.kind, [{ code: 'order', name: 'Order' }])
  })

  it('of a process come from the translations beside its diagram', async () => {
    const { processes } = await read('/api/v1/processes', 'ru')
    const { name, description } = processes.find(({ code }: Body) => code === 'check')
    assert.deepEqual([name, description], ['Проверка письма', 'Кто-нибудь читает письмо.'])
    const { result } = await read(`${namespaces}/mail/processes`)
    assert.deepEqual(result.result[0].name, 'Check of a letter')
  })

  it('translate tasks, with the parts that differ from task to task', async () => {
    const { status } = await started.call('POST', '/pub/v1/bpm/template/mail/check/run', { context: {} })
    assert.equal(status, 200)
    const listed = async (language?: string) => (await read('/api/v1/tasks', language)).result.result[0]
    const task = await listed('ru')
    assert.deepEqual([task.subject, task.template.name], ['Прочитать письмо № 5', 'Проверка письма'])
    assert.equal((await listed()).subject, 'Read the letter 5')
    const whole = (await read(`/api/v1/tasks/${task.__id}`, 'ru')).task
    assert.deepEqual([whole.subject, whole.exits[0].name], ['Прочитать письмо № 5', 'Согласовать'])
    const { id: userId } = await aUser(started, { login: 'reader' })
    const reassign = { userId, reason: 'for the test' }
    const inRussian = { 'accept-language': 'ru' }
    const given = await started.call('POST', `/api/v1/tasks/${task.__id}/reassign`, reassign, inRussian)
    assert.equal(given.body.task.subject, 'Прочитать письмо № 5')
    const { instance } = await read(`/api/v1/instances/${task.instanceId}`, 'ru')
    assert.equal(instance.template.name, 'Проверка письма')
  })

  it('are in the reports of the platform', async () => {
    const title = async (language?: string) =>
      (await read('/api/v1/reports', language)).reports.map(({ name }: Body) => name)
    assert.ok((await title('ru')).includes('Открытые задачи по возрасту'))
    assert.ok((await title()).includes('Open tasks by age'))
  })
})
