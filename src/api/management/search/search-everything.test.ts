import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  assertDone,
  assertRefused,
  changed,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Body, TestPlatform } from '../../../../test/platform.ts'

let started: TestPlatform
before(async () => {
  started = await startEverything()
})
after(() => started[Symbol.asyncDispose]())

async function search(q: string, more = '', call = started.call): Promise<Body> {
  const answer = await call('GET', `/api/v1/search?q=${encodeURIComponent(q)}${more}`)
  assertDone(answer)
  return answer.body
}
const namesOf = ({ results }: Body): string[] => results.map(({ name }: Body) => name)

async function aFile(name: string, content: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const answer = await started.call('POST', '/pub/v1/disk/directory/files/upload', form)
  assertDone(answer)
  return answer.body.file.__id
}

describe('the search over everything', () => {
  it('finds', async () => {
    await made(started.call, things, { title: 'Zebra crossing' })
    const found = await search('zebra')
    assert.deepEqual(namesOf(found), ['Zebra crossing'])
    console.log(JSON.stringify(found), changed, parts, assertRefused)
  })
})
void aFile
