import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { writeZip } from '../../src/solutions/files/write-zip.ts'
import { assertDone, made } from '../everything.ts'
import type { Body } from '../platform.ts'
import { useServer } from '../shared-server.ts'

const server = useServer()
const page = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8')

/** The complete files on the page: blocks that begin with their path in a comment. */
const files = [...page.matchAll(/^```(?:yaml|sql)\n(?:#|--) (solution\.yaml|namespaces\/\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, path, text]) => [path!, path!.endsWith('.sql') ? Buffer.from(text!) : text!] as const,
)

describe('the complete example of the page on reports', () => {
  before(async () => {
    const solution = new Map<string, string | Uint8Array>(files)
    assertDone(await server.call('POST', '/api/v1/solutions/apply', await writeZip(solution)))
  })

  it('has five files', () => {
    assert.deepEqual(
      files.map(([path]) => path.replace(/.*\//, '')),
      ['solution.yaml', 'namespace.yaml', 'deals.yaml', 'by_owner.sql', 'by_owner.yaml'],
    )
  })

  it('gives the answer that the page shows', async () => {
    const ann = await server.user({ lastname: 'Petrova', firstname: 'Anna' })
    const deal = { owner: [ann.id], closed: '2026-04-30' }
    for (const amount of [1000, 200.5, 50]) {
      const { __id } = await made(server.call, '/pub/v1/app/sales/deals', { ...deal, amount })
      assertDone(await server.call('POST', `/pub/v1/app/sales/deals/${__id}/set-status`, { status: { code: 'won' } }))
    }
    const parent = await rootId()
    const sales = await server.call('POST', '/api/v1/org-items', { kind: 'department', name: 'Sales', parent })
    const clerk = { kind: 'position', name: 'Clerk', parent: sales.body.id, holders: [ann.id] }
    assertDone(await server.call('POST', '/api/v1/org-items', clerk))

    const body = JSON.parse(/-d '(\{[\s\S]*?\})' http/.exec(page)![1]!)
    const shown = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)![1]!)
    const answer = await server.call('POST', '/pub/v1/reports/sales/by_owner/list', body)
    assertDone(answer)
    shown.result.result[0].owner = ann.id
    assert.deepEqual(answer.body, shown)
  })

  /** Returns the id of the root of the organisation chart. Creates the root if no other test file has done so. */
  async function rootId(): Promise<string> {
    const { items } = (await server.call('GET', '/api/v1/org-items')).body
    const root = items.find(({ parent }: Body) => parent === null)
    return root?.id ?? (await server.call('POST', '/api/v1/org-items', { kind: 'department', name: 'All' })).body.id
  }
})
