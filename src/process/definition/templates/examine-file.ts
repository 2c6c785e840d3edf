import type { Apps } from '../../../data/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { splitNamespace } from '../../../foundation/kit/codes.ts'
import { ModelRefused } from '../../../foundation/kit/xml/model-problems.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, definitionPath } from '../../../solutions/index.ts'
import { callProblems } from './check-file.ts'
import { type CompiledFile, compileTemplates, maxCodeChars, templateCode } from './compile-template.ts'
import { conditionProblems } from './element-conditions.ts'
import { knownDefinitions } from './known-definitions.ts'
import type { TemplateCatalog } from './template-catalog.ts'
import { fileWarnings } from './warnings/file-warnings.ts'

/** Throws a 404 when the namespace or the application does not exist. */
export function checkPlace({ scheme }: Apps, caller: Caller, { namespace }: Address): void {
  const { section, application } = splitNamespace(namespace)
  if (application === undefined) scheme.namespace(caller, section)
  else scheme.application(caller, { namespace: section, code: application })
}

/** Compiles a file for an address. Throws ModelRefused, also for a wrong code in the address. */
export async function compileFor({ code }: Address, bytes: Uint8Array): Promise<CompiledFile> {
  if (!templateCode.test(code) || code.length > maxCodeChars) {
    const message = `a process code must match ${templateCode.source} and have at most ${maxCodeChars} characters`
    throw new ModelRefused([{ message }])
  }
  return compileTemplates(bytes, code)
}

export interface ExaminedFile {
  readonly address: Address
  readonly file: CompiledFile
  readonly catalog: TemplateCatalog
  /** The names of the secrets that activities can use; undefined when they are not known. */
  readonly secrets?: readonly string[] | undefined
  /** Whether a part of an expression that can only be null prevents the publication. */
  readonly areExpressionsStrict?: boolean | undefined
}

/**
 * Returns the problems that prevent the publication of a compiled file. Without problems, also returns its warnings:
 * parts of expressions that can only be null, and the warnings of `fileWarnings`.
 */
export async function examineFile(
  reader: Reader,
  { address, file, catalog, secrets, areExpressionsStrict = false }: ExaminedFile,
) {
  const definitions = catalog.snapshot()
  const together = new Map(
    file.templates.map(({ code, uses }) => [definitionPath({ ...address, code }), uses] as const),
  )
  const known = knownDefinitions(definitions, together.keys())
  const problems = [
    ...(areExpressionsStrict ? file.mistakes : []),
    ...(await callProblems(address.namespace, file.templates, { reader, definitions, together })),
    ...conditionProblems(file.templates, known),
  ]
  if (problems.length > 0) return { problems, warnings: [] }
  return { problems, warnings: [...file.mistakes, ...(await fileWarnings(file, { reader, known, secrets }))] }
}
