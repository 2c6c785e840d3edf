import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readZip } from '../../../../src/solutions/files/read-zip.ts'
import { zipOfFiles } from './zip-of-files.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

it('the server reads the files of a zip as they were', async () => {
  const files = [
    { path: 'solution.yaml', bytes: bytesOf('code: shop\nname: Магазин\nversion: 1.0.0\n') },
    { path: 'namespaces/shop/namespace.yaml', bytes: bytesOf('name: Shop\n') },
  ]
  const read = await readZip(await zipOfFiles(files).bytes())
  assert.deepEqual(
    [...read].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]).toSorted(),
    files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]).toSorted(),
  )
})
