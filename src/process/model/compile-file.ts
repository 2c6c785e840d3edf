import type { ModdleElement } from 'bpmn-moddle'
import { compileProcess } from './compile-process.ts'
import { attribute } from './element-context.ts'
import { type ElementReader, listOf } from './element-reader.ts'
import type { ExpressionLanguage } from './expression-language.ts'
import { ForeignExtensions } from './foreign-extensions.ts'
import { type ModelProblems, ModelRefused } from './problems.ts'
import type { Program } from './program.ts'
import { readBpmnXml } from './read-xml.ts'

/** Returns why a script cannot be compiled; undefined when it can. */
export type CheckScript = (script: string) => Promise<{ readonly line: number; readonly message: string } | undefined>

/**
 * Compiles a BPMN file: one program for each process that has a content. Pools without one are drawings of partners.
 * Scripts are checked by
 * `checkScript`. Throws ModelRefused with all problems of the file.
 */
export async function compileFile(
  bytes: Uint8Array,
  readers: readonly ElementReader[],
  language: ExpressionLanguage,
  checkScript?: CheckScript,
): Promise<readonly Program[]> {
  const { definitions, problems } = await readBpmnXml(bytes)
  const roots = listOf(definitions, 'rootElements')
  const processes = roots.filter((root) => root.$type === 'bpmn:Process' && listOf(root, 'flowElements').length > 0)
  if (processes.length === 0) problems.add(undefined, 'the file contains no process with elements')
  const readersByType = new Map(readers.flatMap((reader) => reader.types.map((type) => [type, reader] as const)))
  const expressionLanguage = attribute(definitions, 'expressionLanguage')
  if (expressionLanguage !== undefined && !/feel|XPath/i.test(expressionLanguage)) {
    problems.add(definitions.id, `expressionLanguage="${expressionLanguage}" cannot run; write expressions in FEEL`)
  }
  const foreign = new ForeignExtensions(definitions, problems)
  const programs = processes.map((process) =>
    compileProcess(process, poolOf(process, roots), { readers: readersByType, language, problems, foreign }),
  )
  if (checkScript !== undefined) await checkScripts(programs, checkScript, problems)
  if (problems.list.length > 0) throw new ModelRefused(problems.list)
  return deepFreeze(programs)
}

async function checkScripts(
  programs: readonly Program[],
  checkScript: CheckScript,
  problems: ModelProblems,
): Promise<void> {
  for (const { id, settings } of programs.flatMap(({ nodes }) => nodes)) {
    if (typeof settings.script !== 'string') continue
    const problem = await checkScript(settings.script)
    if (problem !== undefined) problems.add(id, `script, line ${problem.line}: ${problem.message}`)
  }
}

function poolOf(process: ModdleElement, roots: readonly ModdleElement[]): ModdleElement | undefined {
  return roots
    .filter(({ $type }) => $type === 'bpmn:Collaboration')
    .flatMap((collaboration) => listOf(collaboration, 'participants'))
    .find((participant) => (participant.processRef as ModdleElement | undefined)?.id === process.id)
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
