// Opens the embedded database of the data folder in FOLDER, migrates it, and closes it on SIGTERM. A new database is
// created, not made from an image. bench/start.ts compares the server with this program.
import { openStore } from '../src/foundation/db/open-store.ts'

const store = await openStore({ dataDir: process.env.FOLDER!, databaseUrl: undefined, usesImage: false, log: () => {} })
console.log('ready')
process.on('SIGTERM', () => void store.close().then(() => process.exit(0)))
setInterval(() => {}, 60_000)
