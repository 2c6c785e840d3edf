import { randomUUID } from 'node:crypto'
import type { launchChromium } from '../test/browser/chromium.ts'
import type { Call } from '../test/platform.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>
type Requests = Awaited<ReturnType<Browser['newContext']>>['request']

const login = 'bench'
const password = 'a password for the bench'
const pollMs = 300

/** Creates the user of the bench and as many counterparties as the list needs, by an import. */
export async function fillList(call: Call, rows: number): Promise<void> {
  const user = await call('POST', '/api/v1/users', { login, lastname: 'Bench', administrator: true })
  await call('PUT', `/api/v1/users/${user.body.id}/password`, { password })
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = String(index + 1).padStart(6, '0')
    return [`Company ${number}`, 7_700_000_000 + index, index % 2 ? '77' : '03', `Lenina street ${index}`].join(';')
  })
  const [hash, form] = [randomUUID(), new FormData()]
  form.append('file', new Blob([['__name;tax_id;region;address', ...lines].join('\n')]), 'companies.csv')
  await call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, form)
  const started = await call('POST', '/pub/v1/app/ref/counterparties/import', { fileHash: hash })
  for (;;) {
    const { status } = (await call('GET', `/api/v1/imports/${started.body.importId}`)).body
    if (status.state === 'done' && status.created === rows) return
    if (status.state !== 'running') throw new Error(`the import ended: ${JSON.stringify(status)}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Signs the user of the bench in, in the browser to which the requests belong. */
export async function signIn(requests: Requests, url: string): Promise<void> {
  const answer = await requests.post(`${url}/api/v1/sign-in`, { data: { login, password } })
  if (!answer.ok()) throw new Error(await answer.text())
}
