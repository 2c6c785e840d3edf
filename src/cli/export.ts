import { writeFile } from 'node:fs/promises'
import type { Command } from './command.ts'
import { openServer, serverOptions } from './server-access.ts'

export const exportSolution: Command = {
  options: serverOptions,
  async run({ words, options }) {
    const [code, file = `${code}.zip`, ...more] = words
    if (code === undefined || more.length > 0) throw new Error('give the code of one solution, and at most one file')
    await using server = await openServer(options)
    const zip = await server.download(`/api/v1/solutions/${encodeURIComponent(code)}/export`)
    await writeFile(file, zip)
    console.log(`${file}: ${zip.length} bytes`)
    return 0
  },
}
