import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readZip } from './read-zip.ts'
import { writeZip } from './write-zip.ts'

const files = new Map([
  ['namespaces/ref/namespace.yaml', 'name: Справочники\n'],
  ['solution.yaml', 'code: office\n'],
])

describe('a written zip', () => {
  const { TZ } = process.env
  after(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  it('is read as the files from which it was made', async () => {
    assert.deepEqual(await readZip(await writeZip(files)), files)
  })

  it('has the same bytes in every time zone', async () => {
    const zips: string[] = []
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
      process.env.TZ = zone
      zips.push(Buffer.from(await writeZip(files)).toString('hex'))
    }
    assert.equal(new Set(zips).size, 1)
  })
})
