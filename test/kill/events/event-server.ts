import { fileURLToPath } from 'node:url'
import { useCompileCache } from '../../../bin/compile-cache.js'

// A server is started after each kill; the compile cache avoids compiling the program each time.
useCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/chancery', import.meta.url)))
await import('./reading-server.ts')
