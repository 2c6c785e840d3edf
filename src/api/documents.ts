import { gzipSync } from 'node:zlib'
import { type AboutApi, openApi } from '../foundation/http/openapi/openapi.ts'
import type { Operation } from '../foundation/http/operation.ts'
import { productVersion } from '../foundation/http/product-version.ts'
import type { Context } from './operation.ts'

/** Description of the whole API, for the OpenAPI document. */
const descriptionOfApi =
  'Applications with typed elements, processes, files, registered documents and everything around them. `/pub/v1` is the ' +
  'public API for programs, `/api/v1` the API for management. Requests and answers are JSON. Every answer has `success`; ' +
  'a refusal also has `error` (a message for people), `code` (which never changes) and `requestId`.'

/** The areas of operations, which the OpenAPI document shows as tags, with their descriptions. */
const areas: Readonly<Record<string, string>> = {
  Applications: 'Applications, their elements and imports.',
  'Business processes': 'Instances of processes: start, list, change, interrupt and continue them.',
  Files: 'Uploads, files with their versions, and directories.',
  Users: 'Users of the installation.',
  Schemas: 'Descriptions of definitions: namespaces, applications, processes, groups, templates.',
  Groups: 'Groups and their members.',
  Contracts: 'Elements of several applications that fulfil a contract.',
  Telephony: 'Extensions of users in a telephone system.',
  Marketing: 'Segments and subscribers.',
  Storage: 'Key-value storage of integrations.',
  'Approval and familiarization sheets; registrations': 'Sheets of documents, and the registration of documents.',
  Reports: 'Reports, which are run with the rights of the caller.',
  Nomenclature: 'Offices, sections and cases, in which documents are registered.',
  Management: 'Administration, definitions, tasks, search, notifications and whatever else the console shows.',
  Assistants: 'Tools for assistants by the Model Context Protocol.',
  System: 'State of the server, and this document.',
}

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
