import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from '../src/cli/sample/requests.ts'
import { launchChromium } from '../test/browser/chromium.ts'
import { builtConsole } from '../test/browser/console-server.ts'

// Takes the pictures of the README in servers with the sample, one in English and one in Russian, and writes them to
// docs/images.

type Browser = Awaited<ReturnType<typeof launchChromium>>
type Page = Awaited<ReturnType<Browser['newPage']>>

/** Sends a request of the person who is signed in and returns the answer. */
type Ask = (path: string) => Promise<Answer>

/** Returns the id of the first object of a list that has these values. */
type First = (path: string, filter: object) => Promise<string>

/** A picture: its file, the person who is signed in, and the address that the person opens. */
interface Picture {
  readonly name: string
  readonly login: string
  readonly address: (ask: Ask, first: First) => Promise<string>
  readonly theme?: string
  /** Names of the buttons that the person presses. */
  readonly presses?: readonly string[]
}

const project = fileURLToPath(new URL('..', import.meta.url))
/** Time in which diagrams and charts are drawn. */
const drawMs = 2_000
const password = 'a password for the pictures'

const english: readonly Picture[] = [
  {
    name: 'element-list',
    login: 'zaitseva',
    address: async (_ask, first) => {
      const filter = encodeURIComponent('["kind:supplier"]')
      return `/apps/ref/counterparties?f=${filter}&open=${await first('app/ref/counterparties', { tax_id: '7811000121' })}`
    },
  },
  {
    name: 'tasks',
    login: 'morozov',
    address: async (ask) => {
      const { result: tasks } = await ask('/api/v1/tasks')
      return `/tasks?open=${tasks.result.find(({ subject }: Answer) => subject.startsWith('Resolution')).id}`
    },
  },
  {
    name: 'instance',
    login: 'zaitseva',
    address: async (_ask, first) =>
      `/instances/${await first('bpm/instance/bytemplate/buy.requests/process', { __state: 'wait' })}`,
    presses: ['Zoom to what is active', 'Zoom out'],
  },
  { name: 'journal', login: 'zaitseva', address: async () => '/records/journal' },
]
const russian: readonly Picture[] = [
  { name: 'home-ru-dark', login: 'zaitseva', address: async () => '/home', theme: 'dark' },
]

await takePictures('en', english)
await takePictures('ru', russian)

/** Takes pictures in a server with the sample in a language, for people who have chosen the same language. */
async function takePictures(language: 'en' | 'ru', pictures: readonly Picture[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-pictures-'))
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', DEFAULT_LANGUAGE: language }
  const server = spawn(process.execPath, ['bin/chancery.js', 'serve', '--sample', 'office'], { cwd: project, env })
  const browser = await launchChromium()
  try {
    const url = await readyUrl(server.stdout)
    await builtConsole(url)
    const token = readFileSync(join(folder, 'admin-token'), 'utf8').trim()
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
      return answer.json()
    }
    const first: First = async (path, filter) => {
      const { result } = await call('POST', `/pub/v1/${path}/list`, { size: 1, active: true, filter: { tf: filter } })
      return result.result[0].__id
    }
    const { result: users } = await call('POST', '/pub/v1/user/list', { size: 100 })
    for (const { name, login, address, theme, presses = [] } of pictures) {
      const { __id: id } = users.result.find((user: Answer) => user.login === login)
      await call('PUT', `/api/v1/users/${id}/password`, { password })
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
      await page.request.post(`${url}/api/v1/sign-in`, { data: { login, password } })
      const ask: Ask = async (path) => (await page.request.get(url + path)).json()
      const data = { ...(await ask('/api/v1/me/settings')).settings, language, ...(theme !== undefined && { theme }) }
      await page.request.put(`${url}/api/v1/me/settings`, { data, headers: { origin: url } })
      await page.goto(`${url}/console${await address(ask, first)}`)
      await untilDrawn(page)
      for (const button of presses) await page.getByRole('button', { name: button }).click()
      await page.waitForTimeout(drawMs)
      await page.screenshot({ path: join(project, 'docs/images', `${name}.png`) })
      await page.close()
      console.log(`docs/images/${name}.png`)
    }
  } finally {
    await browser.close()
    server.kill()
    await new Promise((resolve) => server.once('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the address of a server when it listens. */
async function readyUrl(lines: AsyncIterable<Buffer>): Promise<string> {
  let output = ''
  for await (const chunk of lines) {
    output += chunk
    const url = /^Chancery is listening on (http:\S+)$/m.exec(output)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the server ended: ${output}`)
}

/** Waits until the page has a heading and shows nothing that is still loading. */
async function untilDrawn(page: Page): Promise<void> {
  const isBusy = `document.querySelector('h1') === null || document.querySelector('[aria-busy=true]') !== null`
  while (await page.evaluate(isBusy)) await page.waitForTimeout(100)
}
