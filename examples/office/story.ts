import { connect } from './client.ts'
import { concludeContracts } from './contracts.ts'
import { importData } from './imports.ts'
import { integrate } from './integrations.ts'
import { handleLetters } from './letters.ts'
import { issueOrder } from './orders.ts'
import { startOwnServer } from './own-server.ts'
import { moveIn } from './people.ts'
import { proveRecords } from './records.ts'
import { signIn } from './sign-in.ts'
import { changeTheProcess } from './versions.ts'

// Plays the story of the sample: starts a server and does the work of an office over HTTP. Ends with an error when a
// result is not as expected.
try {
  await using server = await startOwnServer()
  const client = connect(server.url, server.token)
  await signIn(client, server)
  const people = await moveIn(client)
  await importData(client)
  const office = { client, people }
  const letters = await handleLetters(office)
  await concludeContracts(office)
  await changeTheProcess(office)
  await issueOrder(office)
  await proveRecords(office, server, letters)
  await integrate(office)
  console.log('All steps of the story gave the expected results.')
} catch (error) {
  console.error(`\nThe story ends here: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
