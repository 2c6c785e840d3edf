import { readFileSync } from 'node:fs'
import { chapter1 } from './chapter-1.ts'
import { chapter2 } from './chapter-2.ts'
import { chapter3 } from './chapter-3.ts'
import { connect } from './client.ts'

// Runs the sample story against a running server. CHANCERY_URL and CHANCERY_TOKEN select the server and the user.
const { PORT: port = '8080', CHANCERY_URL: url = `http://127.0.0.1:${port}`, CHANCERY_TOKEN: token } = process.env
const tokenFile = 'data/admin-token'

try {
  const client = connect(url.replace(/\/+$/, ''), token || tokenIn(tokenFile))
  await chapter1(client)
  await chapter2(client)
  await chapter3(client)
  console.log('All steps of the story gave the expected results.')
} catch (error) {
  console.error(`\nThe story ends here: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new Error(`no token: set CHANCERY_TOKEN, or run this where the server keeps ${file}`)
  }
}
