import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startTestPlatform } from '../../test/platform.ts'

const program = fileURLToPath(new URL('../../bin/chancery.js', import.meta.url))

it('an assistant that starts `chancery mcp` works with the running server', async () => {
  await using started = await startTestPlatform()
  const { url, adminToken } = started.platform
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', '--server', url, '--token', adminToken!.text],
      stderr: 'ignore',
    }),
  )
  try {
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name }) => name === 'listElements'))
    const { content } = (await client.callTool({ name: 'getWorkspace', arguments: {} })) as {
      content: { text: string }[]
    }
    assert.equal(JSON.parse(content[0]!.text).isAdministrator, true)
    await assert.rejects(client.readResource({ uri: 'chancery://nothing' }), /no resource/)
  } finally {
    await client.close()
  }
})
