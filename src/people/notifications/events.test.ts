import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { type About, pathOf } from './events.ts'

/** The paths of the console's routes; those of the administration are declared below `/admin`. */
const routes = globSync('console/src/**/routes.ts').flatMap((file) => {
  const prefix = /console[\\/]src[\\/]admin[\\/]/.test(file) ? '/admin' : ''
  return [...readFileSync(file, 'utf8').matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path]) => prefix + path)
})
const matches = (path: string, route: string): boolean =>
  new RegExp(`^/console${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)

it('the link of a notification leads to a page of the console', () => {
  const id = '01a20cdb-4cfc-7000-a935-fdbecdd4813d'
  const types = ['task', 'sheet', 'instance', 'import', 'job', 'webhook', 'backup'] as const
  const abouts: About[] = [
    ...types.map((type) => ({ type, id })),
    { type: 'element', namespace: 'docs', code: 'letters', id },
  ]
  assert.ok(routes.length > 10)
  assert.deepEqual(
    abouts.map(pathOf).filter((path) => !routes.some((route) => matches(path, route))),
    [],
  )
})
