import { fileURLToPath } from 'node:url'
import { useCompileCache } from '../../../bin/compile-cache.js'

// Servers are started after each kill, so the program is compiled once and not each time.
useCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/chancery', import.meta.url)))
await import('./reading-server.ts')
