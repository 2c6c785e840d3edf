import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, done, type Make, missingId, type Scene } from './scene.ts'

const pollMs = 10
const address = { namespace: 'law', code: 'clients' }
const clients = '/pub/v1/app/law/clients'

/** Makes an import that has ended, into an application that is open to all; rights depend on who started the import. */
export const endedImport: Make = async (scene, actor, state) => {
  if (state === 'missing') return { ...address, id: missingId }
  const id = await start(scene, state === 'own' ? actor : scene.bystander, 1)
  await idle(scene, clients)
  return { ...address, id }
}

/** Makes an import that runs long enough to be cancelled. Cancels the previous import first. */
export const runningImport: Make = async (scene, actor, state) => {
  if (state === 'missing') return { ...address, id: missingId }
  const { status } = await done(scene.call('POST', `${clients}/import/status`, {}))
  if (status.state === 'running') await scene.call('POST', `/api/v1/imports/${status.importId}/cancel`)
  return { ...address, id: await start(scene, state === 'own' ? actor : scene.bystander, 5_000) }
}

async function start(scene: Scene, { call }: Actor, rows: number): Promise<string> {
  await idle(scene, clients)
  const { importId } = await done(call('POST', `${clients}/import`, { fileHash: await upload(call, rows) }))
  return importId
}

/** Uploads a file with titles and returns its hash. */
export async function upload(call: Actor['call'], rows = 1): Promise<string> {
  const hash = randomUUID()
  await done(call('POST', `/pub/v1/disk/file/upload?hash=${hash}`, formOf(rows)))
  return hash
}

export function formOf(rows: number): FormData {
  const form = new FormData()
  form.append('file', new Blob([`title\n${'a title\n'.repeat(rows)}`]), 'titles.csv')
  return form
}

/** Waits until no import into an application runs, because an application has one import at a time. */
export async function idle({ call }: Scene, application: string): Promise<void> {
  for (;;) {
    const { status } = await done(call('POST', `${application}/import/status`, {}))
    if (status.state !== 'running') return
    await wait(pollMs)
  }
}
