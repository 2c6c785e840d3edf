import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type AboutApi, openApi } from '../foundation/http/openapi/openapi.ts'
import type { Operation } from '../foundation/http/operation.ts'
import { areas, descriptionOfApi } from './areas.ts'
import type { Context } from './operation.ts'

export const productVersion: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version

/** Returns what the OpenAPI document says about the API as a whole. */
export const aboutApi = (serverUrl?: string): AboutApi => ({
  version: productVersion,
  description: descriptionOfApi,
  areas,
  serverUrl,
})

/** Creates the OpenAPI document, which is built on the first request and then cached. */
export function createDocuments(operations: readonly Operation<Context>[], baseUrl?: string) {
  let text: string | undefined
  let gzipped: Uint8Array | undefined
  const list = operations as readonly Operation<never>[]
  const openApiText = (): string => (text ??= JSON.stringify(openApi(list, aboutApi(baseUrl))))
  return {
    openApiText,
    openApiGzipped: () => (gzipped ??= gzipSync(openApiText())),
  }
}
