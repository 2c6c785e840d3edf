import { readFileSync } from 'node:fs'
import { docsPage } from '../foundation/http/openapi/docs-page.ts'
import { openApi } from '../foundation/http/openapi/openapi.ts'
import type { Operation } from '../foundation/http/operation.ts'
import type { Context } from './operation.ts'

export const productVersion: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Creates the OpenAPI document and the documentation page. Each is built on the first request and then cached. */
export function createDocuments(operations: readonly Operation<Context>[], baseUrl?: string) {
  let openApiText: string | undefined
  let page: string | undefined
  const list = operations as readonly Operation<never>[]
  return {
    openApiText: () => (openApiText ??= JSON.stringify(openApi(list, productVersion, baseUrl))),
    docsPage: () => (page ??= docsPage(list, productVersion)),
  }
}
